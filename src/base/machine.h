/* Kernels that are compiled for the target machine and, on x86, a second time for AVX2; the choice is made at run time.
 */
#ifndef MODULUS_BASE_MACHINE_H
#define MODULUS_BASE_MACHINE_H

/* The kernel to use on the machine that the program runs on. */
#ifdef MODULUS_HAS_AVX2
#define MD_FOR_THIS_MACHINE(name) (__builtin_cpu_supports("avx2") ? &name##_avx2 : &name##_base)
#else
#define MD_FOR_THIS_MACHINE(name) (&name##_base)
#endif

/* The name of a symbol that is compiled for more than one machine. */
#ifdef MD_KERNEL_AVX2
#define MD_FOR_MACHINE(name) name##_avx2
#else
#define MD_FOR_MACHINE(name) name##_base
#endif

#endif
