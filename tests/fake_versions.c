/*
 * A library in which names have versions, as the vendors' have: `pick` in an
 * old and a default one, `old_only` in none that is the default, `plain` in
 * one. Without versions it is a library as older linkers make them.
 */

int plain(void);
int pick(void);
int secret(void);
extern int number;

__attribute__((visibility("default"))) int number = 3;

__attribute__((visibility("default"))) int plain(void)
{
    return 1;
}

/* Hidden, and so in no table. */
int secret(void)
{
    return 9;
}

#ifdef WITHOUT_VERSIONS
__attribute__((visibility("default"))) int pick(void)
{
    return secret();
}
#else
int pick_first(void);
int pick_second(void);
int old_only(void);

__attribute__((visibility("default"))) int pick_first(void)
{
    return 1;
}

__attribute__((visibility("default"))) int pick_second(void)
{
    return 2;
}

__attribute__((visibility("default"))) int old_only(void)
{
    return 4;
}

__asm__(".symver pick_first, pick@FAKE_1.0");
__asm__(".symver pick_second, pick@@FAKE_2.0");
__asm__(".symver old_only, retired@FAKE_1.0");
#endif
