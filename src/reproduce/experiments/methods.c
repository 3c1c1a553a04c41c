#include "reproduce/experiments/methods.h"

#include <string.h>

/* Okabe and Ito's colours for the methods that are compared most; other colours for the fixed alphas of whole runs. */
static const struct method METHODS[] = {
    {"pgs", "PGS", "pgs", "#D55E00", 1},
    {"dense", "dense AMGS [D/γ]", "amgs:alpha=0.5,form=dense", "#666666", 1},
    {"compressed", "compressed AMGS [D/γ]", "amgs:alpha=0.5,form=explicit", "#999999", 1},
    {"mean", "sparse AMGS [mean ω]", "amgs:omega=mean", "#E69F00", 1},
    {"dgamma", "sparse AMGS [D/γ]", "amgs:alpha=0.5", "#000000", 2},
    {"half", "AMGS, γα = 0.5", "amgs:alpha=0.25", "#CC79A7", 1},
    {"best", "AMGS, best fixed α", NULL, "#009E73", 1},
    {"auto", "auto", "auto", "#0072B2", 1},
    {"auto_own", "auto, and for positions too", "auto", "#56B4E9", 2},
    {"g2a1", "α = 0.1", "amgs:gamma=2,alpha=0.1", "#7B2CBF", 1},
    {"g2a2", "α = 0.2", "amgs:gamma=2,alpha=0.2", "#6B8E23", 1},
    {"g2a3", "α = 0.3", "amgs:gamma=2,alpha=0.3", "#17A2B8", 1},
    {"g2a4", "α = 0.4", "amgs:gamma=2,alpha=0.4", "#C9A227", 1},
    {"g2a5", "α = 0.5 (is PGS)", "amgs:gamma=2,alpha=0.5", "#000000", 2},
    {"g2a6", "α = 0.6", "amgs:gamma=2,alpha=0.6", "#8A8A8A", 1},
    {"g1a1", "α = 0.1", "amgs:gamma=1,alpha=0.1", "#3D2B56", 1},
    {"g1a2", "α = 0.2", "amgs:gamma=1,alpha=0.2", "#7B2CBF", 1},
    {"g1a3", "α = 0.3", "amgs:gamma=1,alpha=0.3", "#8C564B", 1},
    {"g1a4", "α = 0.4", "amgs:gamma=1,alpha=0.4", "#6B8E23", 1},
    {"g1a5", "α = 0.5", "amgs:gamma=1,alpha=0.5", "#CC79A7", 1},
    {"g1a6", "α = 0.6", "amgs:gamma=1,alpha=0.6", "#17A2B8", 1},
};

const char *const METHODS_TABLE1[] = {"pgs", "dense", "compressed", "mean", "dgamma", "half", "best", "auto", NULL};
const char *const METHODS_BY_ITERATION[] = {"pgs", "mean", "dgamma", "half", "auto", NULL};
const char *const METHODS_BY_STEP[] = {"pgs",  "g2a1", "g2a2", "g2a3", "g2a4", "g2a5", "g2a6",     "g1a1",
                                       "g1a2", "g1a3", "g1a4", "g1a5", "g1a6", "auto", "auto_own", NULL};
const char *const METHODS_TABLE2[] = {"pgs", "g2a1", "g2a2", "g2a3", "g2a4", "g2a5", "g2a6", "auto", NULL};
const char *const METHODS_BEST[] = {"pgs", "half", "best", "auto", NULL};

const struct paper_scene SCENES[SCENE_COUNT] = {{"pool1", "Pool 1"}, {"pool2", "Pool 2"}, {"stacking", "Stacking"}};

const struct method *method_of(const char *id)
{
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; ++i) {
        if (strcmp(METHODS[i].id, id) == 0) {
            return &METHODS[i];
        }
    }
    return NULL;
}
