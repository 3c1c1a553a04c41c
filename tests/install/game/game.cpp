// Prints the number type of the library that the program is linked to.
#include <cstdio>

#if __has_include(<modulus/modulus.h>)
#include <modulus/modulus.h>
#else
static const char *md_real_name()
{
    return "no library";
}
#endif

int main()
{
    std::puts(md_real_name());
}
