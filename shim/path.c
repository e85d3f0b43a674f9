#include "shim/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What launchers call the rank of a process. */
static const char *rank(void)
{
    static const char *const variables[] = {
        "OMPI_COMM_WORLD_RANK", "PMIX_RANK",    "PMI_RANK",
        "MV2_COMM_WORLD_RANK",  "SLURM_PROCID", "RANK",
    };
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = secure_getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return "0";
}

static void append(char out[PATH_ROOM], const char *text)
{
    const size_t length = strlen(out);
    strncpy(out + length, text, PATH_ROOM - 1 - length);
}

static void append_letter(char out[PATH_ROOM], char letter)
{
    char text[256] = {'%', letter};
    switch (letter) {
    case 'p':
        snprintf(text, sizeof(text), "%d", (int)getpid());
        break;
    case 'r':
        snprintf(text, sizeof(text), "%s", rank());
        break;
    case 'h':
        if (gethostname(text, sizeof(text) - 1) != 0)
            strcpy(text, "localhost");
        break;
    case 'n':
        snprintf(text, sizeof(text), "%s", program_invocation_short_name);
        break;
    case '%':
        text[1] = '\0';
        break;
    default:
        break;
    }
    append(out, text);
}

void path_expand(char out[PATH_ROOM], const char *pattern)
{
    memset(out, 0, PATH_ROOM);
    for (const char *c = pattern; *c; c++) {
        if (*c == '%' && c[1])
            append_letter(out, *++c);
        else
            append(out, (const char[]){*c, '\0'});
    }
}
