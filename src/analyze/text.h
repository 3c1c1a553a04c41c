/* Numbers in the sentences of an analysis. */
#ifndef MODULUS_ANALYZE_TEXT_H
#define MODULUS_ANALYZE_TEXT_H

struct number_text {
    char text[48];
};

/** A convergence factor: "0.97", or "1 - 3.3e-08" if it is close to 1. */
struct number_text factor_text(double factor);
/** A count, as an estimate, in two digits: "87", "1,300", "550,000,000"; beyond 1e12 "3e+15". */
struct number_text estimate_text(double count);

#endif
