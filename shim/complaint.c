#include "shim/complaint.h"

static void add(struct complaints *complaints, struct complaint complaint)
{
    complaints->has_errors |= complaint.is_error;
    if (complaints->count < COMPLAINTS_ROOM)
        complaints->list[complaints->count++] = complaint;
}

void complaints_error(struct complaints *complaints, const char *variable,
                      const char *value, const char *expected, const char *text)
{
    add(complaints, (struct complaint){.is_error = true,
                                       .what = "bad-value",
                                       .variable = variable,
                                       .value = value,
                                       .expected = expected,
                                       .text = text});
}

void complaints_warn(struct complaints *complaints, const char *what,
                     const char *variable, const char *value, const char *text)
{
    add(complaints,
        (struct complaint){
            .what = what, .variable = variable, .value = value, .text = text});
}
