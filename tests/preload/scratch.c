#include "tests/preload/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void scratch_create(struct scratch *scratch)
{
    *scratch = (struct scratch){.path = "/tmp/gpualloc-run-XXXXXX"};
    if (!mkdtemp(scratch->path)) {
        perror(scratch->path);
        abort();
    }
}

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t length = 0;
    struct stat stat;
    FILE *file = lstat(path, &stat) == 0 && S_ISREG(stat.st_mode)
                     ? fopen(path, "r")
                     : NULL;
    if (!file)
        return strdup("");
    text = calloc(1, (size_t)stat.st_size + 1);
    length = fread(text, 1, (size_t)stat.st_size, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void take_file(struct scratch *scratch, const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", scratch->path, name);
    if (scratch->count < SCRATCH_FILES)
        scratch->files[scratch->count++] =
            (struct scratch_file){strdup(name), read_file(path)};
    unlink(path);
}

void scratch_collect(struct scratch *scratch)
{
    DIR *directory = opendir(scratch->path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        if (entry->d_type != DT_DIR)
            take_file(scratch, entry->d_name);
    if (directory)
        closedir(directory);
    rmdir(scratch->path);
}

static const char *text_where(const struct scratch *scratch, const char *name,
                              size_t length)
{
    for (size_t i = 0; i < scratch->count; i++)
        if (strncmp(scratch->files[i].name, name, length) == 0)
            return scratch->files[i].text;
    return "";
}

const char *scratch_text(const struct scratch *scratch, const char *name)
{
    return text_where(scratch, name, strlen(name) + 1);
}

const char *scratch_text_like(const struct scratch *scratch, const char *prefix)
{
    return text_where(scratch, prefix, strlen(prefix));
}
