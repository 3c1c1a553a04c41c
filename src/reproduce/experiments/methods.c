#include "reproduce/experiments/methods.h"

#include <string.h>

static const struct method METHODS[] = {
    {"pgs", "PGS", "pgs", 1},
    {"dense", "dense AMGS [D/γ]", "amgs:alpha=0.5,form=dense", 10},
    {"compressed", "compressed AMGS [D/γ]", "amgs:alpha=0.5,form=explicit", 10},
    {"mean", "sparse AMGS [mean ω]", "amgs:omega=mean", 3},
    {"dgamma", "sparse AMGS [D/γ]", "amgs:alpha=0.5", 10},
    {"half", "AMGS, γα = 0.5", "amgs:alpha=0.25", 1},
    {"best", "AMGS, best fixed α", NULL, 2},
    {"auto", "auto", "auto", 1},
    {"auto_own", "auto for both", "auto", 2},
    {"g2a1", "α = 0.1", "amgs:gamma=2,alpha=0.1", 2},
    {"g2a2", "α = 0.2", "amgs:gamma=2,alpha=0.2", 4},
    {"g2a3", "α = 0.3", "amgs:gamma=2,alpha=0.3", 5},
    {"g2a4", "α = 0.4", "amgs:gamma=2,alpha=0.4", 3},
    {"g2a5", "α = 0.5 (is PGS)", "amgs:gamma=2,alpha=0.5", 10},
    {"g2a6", "α = 0.6", "amgs:gamma=2,alpha=0.6", 9},
    {"g1a1", "α = 0.1", "amgs:gamma=1,alpha=0.1", 6},
    {"g1a2", "α = 0.2", "amgs:gamma=1,alpha=0.2", 2},
    {"g1a3", "α = 0.3", "amgs:gamma=1,alpha=0.3", 8},
    {"g1a4", "α = 0.4", "amgs:gamma=1,alpha=0.4", 4},
    {"g1a5", "α = 0.5", "amgs:gamma=1,alpha=0.5", 1},
    {"g1a6", "α = 0.6", "amgs:gamma=1,alpha=0.6", 5},
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
