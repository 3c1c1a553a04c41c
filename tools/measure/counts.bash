# Groups of counts for tools/facts, which reads this file: numbers that are the same on every machine.
# shellcheck shell=bash

# Outputs of commands are not lists of facts: a page shows the block after "<!-- output of COMMAND -->" as a whole, which is
# compared, or rewritten, with the file $work/table.

# shown PAGE COMMAND: prints the block of a page.
shown() {
    awk -v mark="<!-- output of $2 -->" '$0 == mark { found = 1; next } found && /^[^ ]/ { exit } found { sub(/^    /, ""); print }' "$source/$1" |
        sed -e '/./,$!d' -e ':a' -e '/^\n*$/{$d;N;ba' -e '}'
}

write_shown() {
    awk -v mark="<!-- output of $2 -->" -v table="$work/table" '
        { if (!skipping) print }
        $0 == mark {
            print ""
            while ((getline line <table) > 0) print line == "" ? "" : "    " line
            skipping = 1
        }
        skipping && /^[^ <]/ { skipping = 0; print ""; print }' "$source/$1" >"$work/page"
    cat "$work/page" >"$source/$1"
}

# compare_shown PAGE COMMAND FILTER: the filter leaves out what differs from run to run.
compare_shown() {
    diff <(shown "$1" "$2" | "$3") <("$3" <"$work/table") >"$work/diff" || {
        echo "facts: $1 does not show the output of $2 (< the page, > the program):"
        cat "$work/diff"
        failed=1
    }
}

run_table() {
    "$source/tools/run" "$build" 2>/dev/null | sed -n '/^pool1: /,/^hash /p'
}

without_times() {
    grep -v '^ *ms per step\|^  [a-z]' | sed 's/ *$//'
}

write_run() {
    write_shown README.md 'make run'
    cp "$build/run/pool1-auto.png" "$source/docs/pool1.png"
    cp "$build/run/pool1-residual.svg" "$source/docs/"
}

group_run() {
    for solver in auto amgs pgs; do
        "$modulus" run pool1 --steps 1000 --solver "$solver" --quiet --history "$work/history.csv"
        fact run "$solver" "last step above 1e-4" "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "residual") c = k; next }
            $c >= 1e-4 { last = NR - 1 } END { print last + 0 }' "$work/history.csv")"
    done
    run_table >"$work/table"
    [ -s "$work/table" ] || { echo "facts: tools/run prints no table" >&2; exit 1; }
    case $mode in
    --update) write_run ;;
    --check) compare_shown README.md 'make run' without_times ;;
    *) cat "$work/table" ;;
    esac
}

# gamma alpha from 0.5 down to 0.006, each 3/4 of the one before; alpha is half of it (gamma = 2).
grid() {
    awk 'BEGIN { for (ga = 0.5; ga > 0.006; ga *= 0.75) printf " --solver amgs:alpha=%.5g", ga / 2 }'
}

# Prints the sweeps of each solver in the table of `compare` in one line.
sweep_counts() {
    awk '$2 == "converged" || $2 == "max_iterations" { printf "%d ", $3 < 1 ? 1 : $3 } END { print "" }'
}

# to_goal PROBLEM SOLVERS...: prints the sweeps of each solver to RES < 1e-4 in one line.
to_goal() {
    "$modulus" compare "$1" --tol 1e-4 --max-iterations 300000 "${@:2}" | sweep_counts
}

# Prints sweeps of PGS, gamma alpha = 0.5, the best fixed alpha and auto, then PGS / 0.5, PGS / best, PGS / auto, auto / best.
gains() {
    # shellcheck disable=SC2046
    to_goal "$1" --solver pgs --solver auto $(grid) |
        awk '{ best = $3; for (k = 4; k <= NF; ++k) if ($k < best) best = $k
               print $1, $3, best, $2, $1 / $3, $1 / best, $1 / $2, $2 / best }'
}

group_stack() {
    local label='settled stack of 150 circles, cold start'
    gains stack:circles=150 >"$work/one"
    read -r pgs half best auto by_half by_best by_auto worst <"$work/one"
    fact sweeps "$label" PGS "$pgs"
    fact sweeps "$label" 'gamma alpha = 0.5' "$half"
    fact sweeps "$label" 'best fixed alpha' "$best"
    fact sweeps "$label" auto "$auto"
    fact sweeps "$label" 'PGS / 0.5' "$(printf '%.2f' "$by_half")"
    fact sweeps "$label" 'PGS / best' "$(printf '%.0f' "$by_best")"
    fact sweeps "$label" 'PGS / auto (range)' "$(printf '%.0f' "$by_auto")"
    fact sweeps "$label" 'auto / best (worst)' "$(printf '%.2f' "$worst")"
    fact sweeps "$label" 'alpha = 0.02' "$(to_goal stack:circles=150 --solver amgs:alpha=0.02 | column 1)"
    [ "$mode" != --update ] || plot_stack
}

plot_stack() {
    "$modulus" compare stack:circles=150 --tol 1e-4 --max-iterations 50000 --solver pgs --solver amgs --solver amgs:alpha=0.1 \
        --solver amgs:alpha=0.02 --plot "$source/docs/stack.svg" >/dev/null
    "$modulus" compare stack:circles=150 --tol 1e-4 --max-iterations 50000 --solver pgs --solver amgs --solver amgs:alpha=0.0075 \
        --solver auto --plot "$source/docs/auto-stack.svg" >/dev/null
}

group_paper() {
    to_goal stack:circles=60 --solver pgs --solver amgs:alpha=0.5 --solver amgs >"$work/one"
    read -r pgs same half <"$work/one"
    fact paper "stack of 60" PGS "$pgs"
    fact paper "stack of 60" "Omega = D/gamma" "$same"
    fact paper "stack of 60" "gamma alpha = 0.5" "$half"
    "$modulus" compare random:bodies=700,contacts=1000,friction=0.2,seed=4 --tol-relative 1e-6 --max-iterations 100000 \
        --solver pgs --solver amgs | sweep_counts >"$work/one"
    read -r pgs half <"$work/one"
    fact paper "random, friction" PGS "$pgs"
    fact paper "random, friction" "gamma alpha = 0.5" "$half"
}

group_sweeps() {
    for scene in pool1:step=100,friction=0 pool2:step=100,friction=0 stacking:circles=150,step=100,friction=0; do
        case $scene in
        pool1*) label='pool 1, step 100' ;;
        pool2*) label='pool 2, step 100' ;;
        *) label='stacking with 150 circles, step 100' ;;
        esac
        : >"$work/all"
        for seed in $(seq "$seeds"); do
            progress "$scene, seed $seed of $seeds"
            gains "$scene,seed=$seed" >>"$work/all"
        done
        progress ''
        of() { column "$1" <"$work/all" | median; }
        fact sweeps "$label" PGS "$(printf '%.0f' "$(of 1)")"
        fact sweeps "$label" 'gamma alpha = 0.5' "$(printf '%.0f' "$(of 2)")"
        fact sweeps "$label" 'best fixed alpha' "$(printf '%.0f' "$(of 3)")"
        fact sweeps "$label" auto "$(printf '%.0f' "$(of 4)")"
        fact sweeps "$label" 'PGS / 0.5' "$(printf '%.2f' "$(of 5)")"
        fact sweeps "$label" 'PGS / best' "$(printf '%.1f' "$(of 6)")"
        fact sweeps "$label" 'PGS / auto (range)' "$(column 7 <"$work/all" | sort -g |
            awk -v middle="$(of 7)" 'NR == 1 { low = $1 } END { printf "%.1f (%.1f to %.0f)", middle, low, $1 }')"
        fact sweeps "$label" 'auto / best (worst)' "$(column 8 <"$work/all" | sort -g |
            awk -v middle="$(of 8)" 'END { printf "%.2f (%.2f)", middle, $1 }')"
        fact sweeps "$label" 'worst auto / best' "$(column 8 <"$work/all" | sort -g | awk 'END { printf "%.2f", $1 }')"
    done
    [ "$mode" != --update ] || "$modulus" compare pool2:step=100,friction=0 --tol 1e-4 --max-iterations 300000 --solver pgs --solver amgs \
        --solver amgs:alpha=0.02 --solver auto --plot "$source/docs/auto-pool2.svg" >/dev/null
}

group_friction() {
    for scene in pool1 pool2; do
        for step in 100 300 600; do
            for count in 20 50 200; do
                : >"$work/all"
                for seed in $(seq "$seeds"); do
                    progress "$scene, step $step, $count sweeps, seed $seed of $seeds"
                    "$modulus" compare "$scene:step=$step,seed=$seed" --cold --iterations "$count" --solver pgs --solver auto --json |
                        numbers residual | awk '{ print $2 / $1 }' >>"$work/all"
                done
                progress ''
                fact friction "${scene/l/l }, $step" "$count sweeps" \
                    "$(printf '%.2g (%.2f)' "$(median <"$work/all")" "$(sort -g "$work/all" | tail -1)")"
            done
        done
    done
}

# Every pair of PGS and auto, and a fixed alpha with the position solver that suits it: few sweeps from zero work best plain
# or extrapolated, not relaxed.
group_rest() {
    for scene in pool1 pool2 stacking; do
        for sweeps in 4 10 20; do
            for pair in 'pgs pgs' 'pgs auto' 'amgs pgs' 'amgs:alpha=0.125 pgs' 'auto pgs' 'auto auto'; do
                # shellcheck disable=SC2086
                set -- $pair
                : >"$work/all"
                for seed in $(seq "$seeds"); do
                    progress "$scene, $sweeps sweeps, $1, seed $seed of $seeds"
                    run "$scene" --set "seed=$seed" --iterations "$sweeps" --solver "$1" --position-solver "$2" >>"$work/all"
                done
                progress ''
                note() { fact rest "$scene" "$sweeps" "$(title "$1")" "$(title "$2")" "$3" "$4"; }
                note "$1" "$2" '< 1e-3 J' "$(awk '$1 < 1e-3' "$work/all" | wc -l)"
                note "$1" "$2" '< 1e-6 J' "$(awk '$1 < 1e-6' "$work/all" | wc -l)"
                note "$1" "$2" 'kinetic energy, J' "$(printf '%.0e' "$(column 1 <"$work/all" | median)")"
                note "$1" "$2" 'mean log10 RES' "$(printf '%.1f' "$(column 5 <"$work/all" | median)")"
                note "$1" "$2" 'penetration, mm' "$(printf '%.2f' "$(column 2 <"$work/all" | median)")"
            done
        done
    done
}

# list TEXT: prints a list without its first comma.
list() {
    echo "${1:+${1#, }}" | sed "s/^$/none/"
}

# The energy at the end tells whether a stack stands: it settles into the slop, or falls.
verdict() {
    awk '{ print ($4 > 0.98 && $4 < 1.001) ? "stands" : "falls" }'
}

group_stand() {
    while read -r line; do
        progress "$line"
        # shellcheck disable=SC2086
        run $line --set enable_sleep=false --steps 10000 >"$work/one"
        fact stand "$line" result "$(verdict <"$work/one")"
        fact stand "$line" 'kinetic energy, J' "$(printf '%.0e' "$(column 1 <"$work/one")")"
        fact stand "$line" 'penetration, mm' "$(printf '%.2f' "$(column 2 <"$work/one")")"
        fact stand "$line" energy "$(printf '%.4f' "$(column 4 <"$work/one")")"
        # shellcheck disable=SC2086
        fact stand "$line" 'with gamma alpha = 0.5' \
            "$(run $line --set enable_sleep=false --steps 10000 --solver amgs --position-solver pgs | verdict)"
        progress ''
    done <<END
pyramid
card_house
mass_ratio
mass_ratio --substeps 1 --iterations 10
mass_ratio --substeps 1 --iterations 50
mass_ratio --substeps 1 --iterations 200
mass_ratio --set ratio=100
mass_ratio --set ratio=100 --substeps 1 --iterations 10
mass_ratio --set ratio=100 --substeps 1 --iterations 50
mass_ratio --set ratio=100 --substeps 1 --iterations 200
mass_ratio --set ratio=1000
mass_ratio --set ratio=1000 --substeps 1 --iterations 10
mass_ratio --set ratio=1000 --substeps 1 --iterations 50
mass_ratio --set ratio=1000 --substeps 1 --iterations 200
mass_ratio --set ratio=1000 --substeps 16 --iterations 10
END
    # The limits that the text names: which numbers of sweeps hold the stack with one substep.
    for setting in '10 10 12' '1000 100 150 200 250 300 400 1000'; do
        # shellcheck disable=SC2086
        set -- $setting
        ratio=$1
        shift
        local holds='' falls=''
        for sweeps; do
            progress "ratio $ratio, $sweeps sweeps"
            case $(run mass_ratio --set "ratio=$ratio" --substeps 1 --iterations "$sweeps" --set enable_sleep=false --steps 10000 | verdict) in
            stands) holds="$holds, $sweeps" ;;
            *) falls="$falls, $sweeps" ;;
            esac
        done
        progress ''
        fact stand "ratio $ratio, one substep" stands "$(list "$holds")"
        fact stand "ratio $ratio, one substep" falls "$(list "$falls")"
    done
}

# mean(D) is the number that omega=mean uses: gamma times the paper's mean omega.
group_omega() {
    for scene in pool1 pool2 stacking:circles=30 stacking:circles=15; do
        for friction in 0.1 0; do
            rm -rf "$work/problem"
            joint=':'
            case $scene in *:*) joint=',' ;; esac
            "$modulus" generate "$scene${joint}step=300,friction=$friction" --out "$work/problem" >/dev/null
            # D = J M^-1 J^T; M^-1 is diagonal.
            awk 'FNR == NR { if ($0 !~ /^%/ && ++n > 1) inverse[$1] = $3; next }
                 $0 !~ /^%/ && ++k > 1 { d[$1] += $3 * $3 * inverse[$2] }
                 END { for (i = 1; i in d; ++i) { sum += d[i]; rows++ }; printf "%d %.3f\n", rows, sum / rows }' \
                "$work/problem/Minv.mtx" "$work/problem/J.mtx" >"$work/mean$friction"
        done
        case $scene in
        stacking*) label="stacking, ${scene#*=} circles" ;;
        *) label=${scene/l/l } ;;
        esac
        fact omega "$label" 'mean D, all rows' "$(column 2 <"$work/mean0.1")"
        fact omega "$label" 'mean D, normal rows' "$(column 2 <"$work/mean0")"
    done
}

group_smoothing() {
    for theta in 0 0.02 0.05; do
        run mass_ratio --set ratio=1 --set count=9 --set enable_sleep=false --substeps 1 --steps 2000 \
            --solver amgs --position-solver pgs --set "warm_start_smoothing=$theta" >"$work/one"
        fact smoothing "--set warm_start_smoothing=$theta" 'energy at the end / start' "$(printf '%.3f' "$(column 4 <"$work/one")")"
        fact smoothing "--set warm_start_smoothing=$theta" 'kinetic energy, J' "$(printf '%.0e' "$(column 1 <"$work/one")")"
    done
}

group_bridge() {
    for setting in "pgs pgs 10" "pgs auto 10" "auto pgs 10" "auto pgs 200" "auto auto 7" "auto auto 8" "auto auto 10" "auto auto 20" "auto auto 60" "auto auto 200"; do
        # shellcheck disable=SC2086
        set -- $setting
        : >"$work/all"
        for seed in $(seq 12); do
            progress "bridge, $setting, seed $seed of 12"
            run bridge --steps 600 --set "seed=$seed" --solver "$1" --position-solver "$2" --set "position_iterations=$3" >>"$work/all"
        done
        progress ""
        fact bridge "$(title "$1")" "$(title "$2")" "$3" RES "$(printf "%.0e" "$(column 6 <"$work/all" | median)")"
        fact bridge "$(title "$1")" "$(title "$2")" "$3" "mean log10 RES" "$(printf "%.2f" "$(column 5 <"$work/all" | median)")"
        fact bridge "$(title "$1")" "$(title "$2")" "$3" "kinetic energy, J" "$(printf "%.2g" "$(column 1 <"$work/all" | median)")"
    done
}

group_few() {
    for setting in "auto auto 10" "pgs pgs 10" "auto auto 30" "amgs auto 30"; do
        # shellcheck disable=SC2086
        set -- $setting
        run pool1 --set circles=2000 --set width=18 --steps 600 --solver "$1" --position-solver "$2" --iterations "$3" >"$work/one"
        fact few "$1" "$2" "$3 sweeps" J "$(printf "%.3g" "$(column 1 <"$work/one")")"
        fact few "$1" "$2" "$3 sweeps" mm "$(printf "%.1f" "$(column 3 <"$work/one")")"
    done
}

# above SCENE OPTIONS...: prints the steps of 1,000 above a relative residual of 0.5, 0.7 and 1.
above() {
    "$modulus" run "$@" --steps 1000 --quiet --history "$work/history.csv" >/dev/null 2>&1
    awk -F, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "residual_relative") c = k; next }
             { a += $c > 0.5; b += $c > 0.7; d += $c > 1 } END { print a + 0, b + 0, d + 0 }' "$work/history.csv"
}

# warn_row LABEL < lines of above: one cell per threshold, the scenes separated by commas.
warn_row() {
    awk '{ for (k = 1; k <= 3; ++k) cell[k] = cell[k] (NR > 1 ? ", " : "") $k } END { for (k = 1; k <= 3; ++k) print cell[k] }' >"$work/cells"
    for threshold in 0.5 0.7 1; do
        read -r cell
        fact warn "$1" "$threshold" "$cell"
    done <"$work/cells"
}

group_warn() {
    above bridge | warn_row 'bridge with its defaults (heavy impacts)'
    above pyramid | warn_row 'pyramid with its defaults'
    for scene in pool1 pool2 stacking wall dominoes ragdolls tumbler mass_ratio funnel card_house; do above "$scene"; done |
        awk '{ for (k = 1; k <= 3; ++k) sum[k] += $k } END { print sum[1], sum[2], sum[3] }' | warn_row 'the ten other scenes with their defaults'
    for scene in pool1 pool2 stacking; do above "$scene" --iterations 1; done | warn_row 'pool1, pool2, stacking with --iterations 1'
    for scene in pyramid wall; do above "$scene" --iterations 1; done | warn_row 'pyramid, wall with --iterations 1'
    for scene in pyramid stacking; do above "$scene" --solver amgs --position-solver pgs; done | warn_row 'pyramid, stacking with amgs and pgs'
}

# A bar of 2 m and 0.2 kg that falls from the horizontal about one of its ends: its energy is 0 at the start, and it has
# 0.2 g 1 m = 1.96133 J to lose.
group_pendulum() {
    cat >"$work/pendulum.json" <<END
{"format": "modulus-scene", "version": 1, "world": {"gravity": [0, -9.80665], "enable_sleep": false},
 "bodies": [{}, {"type": "dynamic", "position": [1, 0], "shapes": [{"box": {"half": [1, 0.05]}}]}],
 "joints": [{"type": "revolute", "bodies": [0, 1], "at": [0, 0]}]}
END
    for substeps in 1 4 8; do
        "$modulus" run "$work/pendulum.json" --steps 1000 --substeps "$substeps" --json --quiet >"$work/run"
        fact pendulum "$substeps substeps" loss "$(number energy_end "$work/run" | awk '{ printf "%.0f", -100 * $1 / 1.96133 }')"
    done
}

# The studies of docs/study.md.
group_study() {
    "$modulus" study pool1 --vary iterations=1:64:log7 --vary solver=pgs,auto --seeds 10 --steps 300 --quiet \
        --measure penetration_mean --measure residual.mean_log10 --out "$work/study"
    while IFS=, read -r iterations solver measure _ _ _ mean _; do
        case $measure in
        penetration_mean) fact study "$iterations" "$(title "$solver"): mean penetration, mm" "$(awk -v m="$mean" 'BEGIN { printf "%.2f", 1e3 * m }')" ;;
        residual.mean_log10) fact study "$iterations" "$(title "$solver"): mean log10 of RES" "$(printf '%.2f' "$mean")" ;;
        esac
    done <"$work/study/summary.csv"
    fact study pool1 runs "$(grep -c ',ok,' "$work/study/runs.csv")"
    "$modulus" study arch3 --vary friction=0.25:0.37:0.02 --steps 300 --measure energy_end >"$work/table"
    fact study arch3 'least friction' "$(awk '$1 + 0 > 0 && $4 > 3e5 { print $1; exit }' "$work/table")"
    case $mode in
    --update)
        write_shown docs/study.md 'modulus study arch3'
        cp "$work/study/plot.svg" "$source/docs/study.svg"
        ;;
    --check) compare_shown docs/study.md 'modulus study arch3' cat ;;
    *) cat "$work/table" ;;
    esac
}

# Counts that tests print. The public problems are not in the repository.
group_tests() {
    (cd "$source" && "$build/tests/test_auto" && "$build/tests/test_auto" public && "$build/tests/test_paper_facts" &&
        "$build/tests/test_scene_blocks") >"$work/printed" 2>&1
    found() { sed -n "s/$1/\\1/p" "$work/printed" | sed -n "${2:-1}p"; }
    fact tests 'built-in problems' runs "$(found '^\([0-9]*\) runs: pgs over auto.*')"
    fact tests 'built-in problems' worse "$(found '^[0-9]* runs: pgs over auto.* \([0-9]*\) worse$')"
    fact tests 'uneven masses' runs "$(found '^\([0-9]*\) runs: pgs over auto.*' 2)"
    fact tests 'uneven masses' worse "$(found '^[0-9]* runs: pgs over auto.* \([0-9]*\) worse$' 2)"
    fact tests 'mass ratio 1000' PGS "$(found '^stack:circles=10,ratio=1000: pgs \([0-9]*\),.*')"
    fact tests 'mass ratio 1000' auto "$(found '^stack:circles=10,ratio=1000: pgs.* auto \([0-9]*\) sweeps$')"
    fact tests 'public problems' read "$(found '^\([0-9]*\) problems, .*')"
    fact tests 'public problems' counted "$(found '^[0-9]* problems, \([0-9]*\) where.*')"
    fact tests 'public problems' gain "$(found '.*to 1e-06: pgs over auto \([0-9.]*\) in.*')"
    fact tests 'public problems' 'smallest gain' "$(awk '$NF == "counted" { for (k = 1; k < NF; ++k) { if ($k == "pgs") pgs = $(k + 1) + 0; if ($k == "auto") print pgs / ($(k + 1) + 0) } }' \
        "$work/printed" | sort -g | awk 'NR == 1 { printf "%.1f", $1 }')"
    fact tests 'stack of 150' "Young's parameter" "$(found '^stack of 150: .*sqrt(1 - rho) \([0-9]*\),.*')"
    fact tests 'stack of 150' 'best by search' "$(found '^stack of 150: .* best by search \([0-9]*\)$')"
    for scene in pyramid wall; do
        fact tests "position problem of $scene" cold "$(found "^$scene: mean penetration \\([0-9.]*\\) mm with a cold.*")"
        fact tests "position problem of $scene" warm "$(found "^$scene: .*cold start, \\([0-9.]*\\) mm with a warm.*")"
    done
}

# Numbers that the tests of the 3D world print.
group_world3() {
    local name
    (cd "$source" && for name in free_rotation sliding3 stacks3; do "$build/tests/test_$name"; done) >"$work/printed" 2>&1
    sed -n 's/^\([0-9]* rad.s\): splitting \([^,]*\), \([^;]*\); implicit \([^,]*\), \(.*\)$/\1|\2|\3|\4|\5/p' "$work/printed" >"$work/rows"
    while IFS='|' read -r name energy momentum implicit_energy implicit_momentum; do
        fact world3 'free rotation' "$name" 'energy' "$energy"
        fact world3 'free rotation' "$name" 'momentum' "$momentum"
        fact world3 'free rotation' "$name" 'energy, implicit' "$implicit_energy"
        fact world3 'free rotation' "$name" 'momentum, implicit' "$implicit_momentum"
    done <"$work/rows"
    sed -n 's/^\([a-z]* at [0-9]* m.s\): \([0-9.]*\) m, off the line by \([^ ]*\) m.* speed changed by \([^,]*\),.*$/\1|\2|\3|\4/p' \
        "$work/printed" >"$work/rows"
    while IFS='|' read -r name way off speed; do
        fact world3 "$name" 'way, m' "$way"
        fact world3 "$name" 'off the line, m' "$off"
        fact world3 "$name" 'speed changed by' "$speed"
    done <"$work/rows"
    fact world3 'gripped box' 'creep, m/s' "$(sed -n 's/^gripped box: creep -*\([^ ]*\) m.s.*/\1/p' "$work/printed")"
    sed -n 's/^\(.*\): \([0-9]*\) steps, moved \([0-9.]*\) mm, sag .* penetration \([0-9.]*\) mm, kinetic energy \([^ ]*\) J.*/\1|\2|\3|\4|\5/p' \
        "$work/printed" >"$work/rows"
    while IFS='|' read -r name steps moved penetration energy; do
        fact world3 "$name" steps "$steps"
        fact world3 "$name" 'moved, mm' "$(printf '%.1f' "$moved")"
        fact world3 "$name" 'penetration, mm' "$(printf '%.2f' "$penetration")"
        fact world3 "$name" 'kinetic energy, J' "$energy"
    done <"$work/rows"
}

# The number of seeds is odd, so that the median is one of the runs. A solver names that of velocities and that of positions.
group_hinges() {
    for scene in ragdolls bridge; do
        for sweeps in 10 20 1000; do
            for solver in pgs amgs auto; do
                : >"$work/all"
                for seed in 1 2 3 4 5 6 7; do
                    progress "$scene, $sweeps sweeps, $solver, seed $seed of 7"
                    run "$scene" --steps 700 --set "seed=$seed" --set enable_sleep=false --iterations "$sweeps" --solver "$solver" >>"$work/all"
                done
                progress ''
                fact hinges "$scene" "$sweeps" "$(title "$solver")" "$(printf '%.2g' "$(column 1 <"$work/all" | median)")"
            done
        done
    done
}

# As `modulus reproduce` measures them: 12 placements, 600 steps.
group_pairs() {
    for pair in 'pgs pgs' 'pgs auto' 'auto pgs' 'auto auto'; do
        # shellcheck disable=SC2086
        set -- $pair
        for scene in pool2 pool1 funnel; do
            : >"$work/all"
            for seed in $(seq 12); do
                progress "$pair, $scene, seed $seed of 12"
                run "$scene" --steps 600 --set "seed=$seed" --solver "$1" --position-solver "$2" >>"$work/all"
            done
            progress ''
            case $scene in
            funnel) fact pairs "$(title "$1")" "$(title "$2")" 'funnel, mm' "$(printf '%.1f' "$(column 2 <"$work/all" | median)")" ;;
            *) fact pairs "$(title "$1")" "$(title "$2")" "$scene" "$(awk '$6 < 1e-4' "$work/all" | wc -l)" ;;
            esac
        done
    done
}
