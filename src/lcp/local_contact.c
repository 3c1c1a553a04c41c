/* The three cases of Coulomb's law, in turn (Bonnefon and Daviet 2011 discuss the same enumeration):
 *
 *     no contact   lambda = 0, if b_n >= 0
 *     stick        lambda = -A^-1 b, if it is in the cone
 *     slide        w_n = 0, lambda_t = mu lambda_n e with a unit vector e, and w_t opposite to e
 *
 * When sliding, w_n = 0 gives lambda_n = -b_n / (A_nn + mu A_nt e), and e is a root of the part of w_t across e,
 *
 *     f(e) = e' . (A_tn lambda_n + mu lambda_n A_tt e + b_t),    e' perpendicular to e,
 *
 * times the denominator of lambda_n: a trigonometric polynomial of degree two, with at most four roots. They are bracketed
 * between fixed directions and refined by bisection and secant steps: no function but sqrt, the same bits everywhere.
 */
#include "lcp/local_contact.h"

#include "base/real.h"

/* Directions that bracket the roots: sixteen around the circle, by reflection of those in the first octant. */
#define DIRECTIONS 16
#define REFINEMENTS 60
#define SECANT_STEPS 8

/* ---- Stick ------------------------------------------------------------------------------------------------------- */

/* Solves A x = -b by elimination with partial pivoting. False if A is singular. */
static bool eliminate(const struct local_contact *contact, md_real x[3])
{
    const int32_t n = 1 + contact->tangents;
    md_real a[3][4];
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t j = 0; j < n; ++j) {
            a[i][j] = contact->A[i][j];
        }
        a[i][n] = -contact->b[i];
    }
    for (int32_t k = 0; k < n; ++k) {
        int32_t pivot = k;
        for (int32_t i = k + 1; i < n; ++i) {
            pivot = md_abs(a[i][k]) > md_abs(a[pivot][k]) ? i : pivot;
        }
        if (!(md_abs(a[pivot][k]) > MD_REAL_EPSILON * contact->A[k][k])) {
            return false;
        }
        for (int32_t j = k; j <= n; ++j) {
            const md_real swapped = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        for (int32_t i = k + 1; i < n; ++i) {
            const md_real factor = a[i][k] / a[k][k];
            for (int32_t j = k; j <= n; ++j) {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    for (int32_t i = n - 1; i >= 0; --i) {
        x[i] = a[i][n];
        for (int32_t j = i + 1; j < n; ++j) {
            x[i] -= a[i][j] * x[j];
        }
        x[i] /= a[i][i];
    }
    return true;
}

static bool is_in_cone(const struct local_contact *contact, const md_real x[3])
{
    const md_real radius = contact->mu * x[0];
    const md_real length_squared = x[1] * x[1] + (contact->tangents == 2 ? x[2] * x[2] : 0);
    return x[0] >= 0 && length_squared <= radius * radius;
}

/* ---- Slide ------------------------------------------------------------------------------------------------------- */

/* lambda_n of a contact that slides against e; not positive: it does not. */
static md_real normal_impulse(const struct local_contact *contact, const md_real e[2])
{
    const md_real(*A)[3] = contact->A;
    const md_real denominator = A[0][0] + contact->mu * (A[0][1] * e[0] + A[0][2] * e[1]);
    return denominator > 0 ? -contact->b[0] / denominator : 0;
}

/* w_t for lambda_t = mu lambda_n e. */
static void sliding_velocity(const struct local_contact *contact, const md_real e[2], md_real normal, md_real w[2])
{
    for (int k = 0; k < 2; ++k) {
        const md_real *A = contact->A[1 + k];
        w[k] = normal * (A[0] + contact->mu * (A[1] * e[0] + A[2] * e[1])) + contact->b[1 + k];
    }
}

/* f(e) times the denominator of lambda_n. */
static md_real across(const struct local_contact *contact, const md_real e[2])
{
    const md_real(*A)[3] = contact->A;
    const md_real mu = contact->mu;
    const md_real denominator = A[0][0] + mu * (A[0][1] * e[0] + A[0][2] * e[1]);
    md_real w[2];
    for (int k = 0; k < 2; ++k) {
        w[k] = -contact->b[0] * (A[1 + k][0] + mu * (A[1 + k][1] * e[0] + A[1 + k][2] * e[1])) +
               denominator * contact->b[1 + k];
    }
    return w[1] * e[0] - w[0] * e[1];
}

static void direction_between(const md_real a[2], const md_real b[2], md_real s, md_real e[2])
{
    const md_real x = (1 - s) * a[0] + s * b[0];
    const md_real y = (1 - s) * a[1] + s * b[1];
    const md_real length = md_sqrt(x * x + y * y);
    e[0] = x / length;
    e[1] = y / length;
}

/* The root of f between two directions at which it has opposite signs: secant steps that keep the bracket (Illinois). */
static void refine(const struct local_contact *contact, const md_real a[2], const md_real b[2], md_real f_a,
                   md_real f_b, md_real e[2])
{
    md_real low = 0;
    md_real high = 1;
    for (int step = 0; step < REFINEMENTS && high - low > MD_REAL_EPSILON; ++step) {
        const md_real secant = low + (high - low) * f_a / (f_a - f_b);
        const md_real s = secant > low && secant < high ? secant : (low + high) / 2;
        direction_between(a, b, s, e);
        const md_real f = across(contact, e);
        if (f == 0) {
            return;
        }
        if ((f > 0) == (f_a > 0)) {
            low = s;
            f_a = f;
            f_b /= 2;
        } else {
            high = s;
            f_b = f;
            f_a /= 2;
        }
    }
}

static bool slides(const struct local_contact *contact, const md_real e[2], md_real lambda[3])
{
    const md_real normal = normal_impulse(contact, e);
    md_real w[2];
    sliding_velocity(contact, e, normal, w);
    if (!(normal > 0) || w[0] * e[0] + w[1] * e[1] > 0) {
        return false;
    }
    lambda[0] = normal;
    lambda[1] = contact->mu * normal * e[0];
    lambda[2] = contact->mu * normal * e[1];
    return true;
}

static bool slide_in_plane(const struct local_contact *contact, md_real lambda[3])
{
    /* cos and sin of 0, 22.5, 45 and 67.5 degrees */
    static const md_real FIRST[4][2] = {{1, 0},
                                        {(md_real)0.92387953251128674, (md_real)0.38268343236508977},
                                        {(md_real)0.70710678118654752, (md_real)0.70710678118654752},
                                        {(md_real)0.38268343236508977, (md_real)0.92387953251128674}};
    md_real direction[DIRECTIONS + 1][2];
    md_real f[DIRECTIONS + 1];
    for (int k = 0; k <= DIRECTIONS; ++k) {
        const md_real x = FIRST[k % 4][0];
        const md_real y = FIRST[k % 4][1];
        const md_real turned[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
        direction[k][0] = turned[k / 4 % 4][0];
        direction[k][1] = turned[k / 4 % 4][1];
        f[k] = across(contact, direction[k]);
    }
    for (int k = 0; k < DIRECTIONS; ++k) {
        md_real e[2] = {direction[k][0], direction[k][1]};
        if (f[k] != 0 && (f[k] > 0) == (f[k + 1] > 0)) {
            continue;
        }
        if (f[k] != 0) {
            refine(contact, direction[k], direction[k + 1], f[k], f[k + 1], e);
        }
        if (slides(contact, e, lambda)) {
            return true;
        }
    }
    return false;
}

/* With one tangent there are two directions. */
static bool slide_on_line(const struct local_contact *contact, md_real lambda[3])
{
    for (md_real e = -1; e <= 1; e += 2) {
        const md_real denominator = contact->A[0][0] + contact->mu * contact->A[0][1] * e;
        const md_real normal = denominator > 0 ? -contact->b[0] / denominator : 0;
        const md_real w = normal * (contact->A[1][0] + contact->mu * contact->A[1][1] * e) + contact->b[1];
        if (normal > 0 && w * e <= 0) {
            lambda[0] = normal;
            lambda[1] = contact->mu * normal * e;
            return true;
        }
    }
    return false;
}

/* The direction of the last sliding impulse is usually near a root: secant steps along its tangent line find it without a
 * scan of the circle. */
static bool slide_near(const struct local_contact *contact, const md_real last[3], md_real lambda[3])
{
    const md_real length = md_sqrt(last[1] * last[1] + last[2] * last[2]);
    if (!(length > 0)) {
        return false;
    }
    const md_real a[2] = {last[1] / length, last[2] / length};
    const md_real ahead[2] = {a[0] - a[1], a[1] + a[0]}; /* 45 degrees further */
    md_real s[2] = {0, (md_real)0.01};
    md_real e[2] = {a[0], a[1]};
    md_real f = across(contact, e);
    for (int step = 0; step < SECANT_STEPS; ++step) {
        md_real e_next[2];
        direction_between(a, ahead, s[1], e_next);
        const md_real f_next = across(contact, e_next);
        const md_real change = f_next != f ? f_next * (s[1] - s[0]) / (f_next - f) : 0;
        e[0] = e_next[0];
        e[1] = e_next[1];
        if (md_abs(change) <= 4 * MD_REAL_EPSILON) {
            return slides(contact, e, lambda);
        }
        s[0] = s[1];
        s[1] -= change;
        f = f_next;
        if (!(md_abs(s[1]) < 1)) {
            return false;
        }
    }
    return false;
}

bool md_local_contact_solve(const struct local_contact *contact, const md_real last[3], md_real lambda[3])
{
    if (contact->b[0] >= 0) {
        lambda[0] = lambda[1] = lambda[2] = 0;
        return true;
    }
    md_real x[3] = {0};
    if (eliminate(contact, x) && is_in_cone(contact, x)) {
        lambda[0] = x[0];
        lambda[1] = x[1];
        lambda[2] = x[2];
        return true;
    }
    if (contact->tangents == 1) {
        return slide_on_line(contact, lambda);
    }
    return slide_near(contact, last, lambda) || slide_in_plane(contact, lambda);
}
