/* Prints a recorded sequence (tests/data/vectors) with the answers of our pool,
 * so that `diff` against the file shows where they differ. */

#include "tests/pool_vector.h"

static void print_line(void *context, const char *line)
{
    fprintf(context, "%s\n", line);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    FILE *const in = fopen(argv[1], "r");
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    const bool is_good = vector_replay(in, print_line, stdout);
    fclose(in);
    if (!is_good)
        fprintf(stderr, "%s: not a file of answers\n", argv[1]);
    return is_good && fflush(stdout) == 0 ? 0 : 1;
}
