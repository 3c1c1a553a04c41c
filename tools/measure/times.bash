# Groups of times for tools/facts, which reads this file: they need an otherwise idle machine.
# shellcheck shell=bash

# min_seconds SPEC SOLVER SWEEPS: prints the minimal time of 5 solves without preparation, in seconds.
min_seconds() {
    for _ in 1 2 3 4 5; do
        "$modulus" compare "$1" --iterations "$3" --solver "$2" --json | tee "$work/json" | numbers seconds >"$work/seconds"
        numbers prepare_seconds <"$work/json" | paste "$work/seconds" - | awk '{ print $1 - $2 }'
    done | sort -g | head -1
}

group_wall() {
    for scene in stack:circles=150 pool1:step=100,friction=0 pool2:step=100,friction=0 stacking:circles=150,step=100,friction=0; do
        count=$seeds
        case $scene in
        stack:*) count=1 label='settled stack of 150 circles' ;;
        pool1*) label='pool 1, step 100' ;;
        pool2*) label='pool 2, step 100' ;;
        *) label='stacking with 150 circles, step 100' ;;
        esac
        : >"$work/all"
        for seed in $(seq "$count"); do
            progress "$scene, seed $seed of $count"
            spec=$scene,seed=$seed
            case $scene in stack:*) spec=$scene ;; esac
            to_goal "$spec" --solver pgs --solver auto >"$work/counts"
            read -r pgs auto <"$work/counts"
            echo "$pgs $auto $(min_seconds "$spec" pgs "$pgs") $(min_seconds "$spec" auto "$auto")" |
                awk '{ print $1 / $2, $3 / $4, ($4 / $2) / ($3 / $1) }' >>"$work/all"
        done
        progress ''
        of() { column "$1" <"$work/all" | median; }
        fact wall "$label" 'PGS / auto in time' "$(printf '%.1f' "$(of 2)")"
        fact wall "$label" 'time of an auto sweep / PGS sweep' "$(printf '%.2f' "$(of 3)")"
    done
}

# fastest COUNT OPTIONS...: prints the least ms per step of several runs; the last one's JSON stays in $work/run.
fastest() {
    local least=inf
    for _ in $(seq "$1"); do
        "$modulus" run "${@:2}" --quiet --json >"$work/run" 2>/dev/null
        least=$(echo "$least $(number ms_per_step "$work/run")" | awk '{ print $1 == "inf" || $2 < $1 ? $2 : $1 }')
    done
    echo "$least"
}

# correction KIND: prints the options of a kind of position correction; warm is split impulses that start from the last ones.
correction() {
    case $1 in
    warm) echo --set position_correction=split_impulse --set position_solver=pgs --set position_warm_start=0.8 ;;
    split) echo --set position_correction=split_impulse ;;
    *) echo --set position_correction="$1" ;;
    esac
}

group_defaults() {
    for scene in pool1 pyramid wall; do
        for kind in split warm soft baumgarte; do
            for setting in '2 1' '4 1' '10 1' '20 1' '50 1' '1 4' '2 2' '4 2' '2 4' '4 4' '10 4'; do
                # shellcheck disable=SC2086
                set -- $setting
                progress "$scene, $kind, $1 iterations, $2 substeps"
                # shellcheck disable=SC2046
                least=$(fastest 3 "$scene" --set enable_sleep=false $(correction "$kind") --iterations "$1" --substeps "$2" --steps 600)
                echo "$scene $kind $1 $2 $least $(number penetration_mean "$work/run") $(number kinetic_energy "$work/run")" |
                    awk '{ printf "%s %s %d %d %.2f %.2f %.0e\n", $1, $2, $3, $4, $5, 1e3 * $6, $7 }' >"$work/one"
                progress ''
                fact defaults "$scene, $1 x $2" "$kind" "$(awk '{ print $5 ", " $6 ", " $7 }' "$work/one")"
            done
        done
    done
}

# Turns the tables "At equal accuracy" of results.txt into lines "scene|peer|modulus|mm, mm|ratio|precision".
matches() {
    awk '
    function words(from,    text) {
        for (at = from; at <= NF && $at !~ /^[0-9.]+$|^-$/; ++at) {
            if ($at != "solver=auto" && $at != "substeps=1") text = text (text == "" ? "" : " ") $at
        }
        return text
    }
    /^At equal accuracy/ { precision = /the peer/ ? "same" : "other" }
    /^warning|^Sag of the top/ { precision = "" }
    /^  geometric mean/ { next }
    precision != "" && /^  / && $1 != "scene" {
        if ($3 !~ /=/) $3 = ""
        $0 = $0
        peer = words(2); peer_mm = $(at + 1)
        ours = words(at + 2); ours_mm = $(at + 1)
        ratio = $(at + 2) == "-" ? "none" : $(at + 2)
        printf "%s|%s|%s|%.2g, %.2g|%s|%s\n", $1, peer, ours, peer_mm, ours_mm, ratio, precision
    }' "$1"
}

# equal_accuracy OPTIONS...: runs the benchmark and notes the ratios, "a (b)" with the other precision in brackets.
equal_accuracy() {
    local scene peer ours mm ratio precision other
    "$modulus" bench --peer "$build/single/modulus" --out "$work/bench" "$@" >&2
    matches "$work/bench/results.txt" >"$work/matches"
    while IFS='|' read -r scene peer ours mm ratio precision; do
        [ "$precision" = same ] || continue
        other=$(awk -F '|' -v s="$scene" -v p="$peer" '$1 == s && $2 == p && $6 == "other" { print $5 }' "$work/matches")
        fact bench_ratio "$scene" "$peer" "$ratio"
        fact bench "$scene" "$peer" ratio "$ratio${other:+ ($other)}"
        fact bench "$scene" "$peer" "setting of Modulus" "$ours"
        fact bench "$scene" "$peer" "penetration, mm: peer, Modulus" "$mm"
    done <"$work/matches"
}

# The phases of a step, from the table that the benchmark prints.
phases() {
    awk '/^Time by phase/ { getline; split($0, name, " "); on = 1; next } on && NF == 0 { exit }
         on { for (k = 2; k <= NF; ++k) print $1 "\t" name[k - 1] "\t" $k }' "$work/bench/results.txt" |
        while IFS=$'\t' read -r scene phase ms; do fact phases "$scene" "$phase" "$ms"; done
}

group_bench() {
    equal_accuracy --repeats 15 --scene pool1 --scene pyramid-820
    phases
    equal_accuracy --scene pool-1000 --scene mixed --scene net --scene ragdolls --scene tumbler --scene islands --scene sleeping
}

# The scenes with targets against engines that are not in Debian, in single precision, one scene after the other. PEERS names
# programs that speak the protocol of bench/peers/README.md; SCENES are other scenes, for a look without --update.
: "${SCENES:=pool1 pool-1000 pool-10000 pyramid-820 mixed tumbler net ragdolls islands \
    spheres-1000 pyramid3-flat pyramid3 wall3 mixed3 hulls3 net3 ragdolls3 tower3 mass_ratio3}"
group_peers() {
    local scene name peer ours mm ratio precision
    local options=(--no-peers)
    [ -n "${PEERS:-}" ] || { echo "facts: skipping peers, because PEERS names no programs (bench/peers/README.md)" >&2; return 0; }
    for peer in $PEERS; do options+=(--peer "$peer"); done
    for scene in $SCENES; do
        progress "$scene"
        "$build/single/modulus" bench "${options[@]}" --scene "$scene" --out "$work/bench" >&2 || true
        matches "$work/bench/results.txt" >"$work/matches"
        progress ''
        while IFS='|' read -r name peer ours mm ratio precision; do
            [ "$precision" = same ] || continue
            fact versus "$name" "$peer" "$ratio"
            fact versus_how "$name" "$peer" "$ours: ${mm/, / and } mm"
        done <"$work/matches"
        case $mode,$scene in --update,pyramid-820 | --update,net | --update,wall3 | --update,spheres-1000)
            cp "$work/bench/error-$scene.svg" "$source/docs/speed/$scene.svg"
            ;;
        esac
    done
}

# Prints "problem|m|field|field..." of the table under the heading $1 of bench --sweeps.
sweep_table() {
    awk -v heading="$1" '
        index($0, heading) == 1 { on = 1; next }
        on && /^[A-Z]/ { exit }
        on && !/^problem/ && !/growth/ && NF > 3 {
            line = substr($0, 1, 19) # the name may contain spaces
            sub(/ +$/, "", line)
            $0 = substr($0, 20)
            for (k = 1; k <= NF; ++k) line = line "|" $k
            print line
        }' "$work/sweeps.txt"
}

group_cost() {
    "$modulus" bench --sweeps --out "$work/bench" >"$work/sweeps.txt"
    [ "$mode" != --update ] || cp "$work/bench/sweeps.svg" "$source/docs/sweeps.svg"
    sweep_table 'Time of a sweep' >"$work/times"
    while IFS='|' read -r problem m sparse amgs csr _ dense _; do
        [ "$problem" = 'packing, friction' ] && [ "$m" -ge 900 ] || continue
        fact cost "$m" 'sparse PGS' "$(printf '%.1f' "$sparse")"
        fact cost "$m" 'sparse AMGS' "$(printf '%.1f' "$amgs")"
        fact cost "$m" 'PGS, compressed A' "$(printf '%.1f' "$csr")"
        [ "$dense" = - ] || fact cost "$m" 'PGS, dense A' "$(printf '%.0f' "$dense")"
    done <"$work/times"
    fact cost range least "$(awk -F '|' '$1 == "packing, friction" && $2 >= 900 { printf "%.1f\n", $3 }' "$work/times" | sort -g | head -n 1)"
    fact cost range most "$(awk -F '|' '$1 == "packing, friction" && $2 >= 900 { printf "%.1f\n", $3 }' "$work/times" | sort -g | tail -n 1)"
    fact cost "AMGS / PGS" max "$(awk '/^Ratio of the time/ { on = 1 } on && $1 == "max" { printf "%.2f", $2; exit }' "$work/sweeps.txt")"
    sweep_table 'Explicit forms' >"$work/explicit"
    for end in least most; do
        fact cost forming "$end" "$(awk -F '|' '$1 ~ /packing/ && $2 >= 900 { print $7 }' "$work/explicit" | sort -g |
            awk -v end="$end" 'NR == 1 { low = $1 } END { printf "%.0f", end == "least" ? low : $1 }')"
    done
    while IFS='|' read -r problem m _ csr dense _ prepare _; do
        case $problem in pool*)
            fact explicit "$problem" rows "$m"
            fact explicit "$problem" 'compressed A' "$csr"
            fact explicit "$problem" 'dense A' "$dense"
            fact explicit "$problem" 'forming A, in sparse sweeps' "$(printf '%.0f' "$prepare")"
            ;;
        esac
    done <"$work/explicit"
    sweep_table 'Block sweeps' >"$work/blocks"
    while IFS='|' read -r problem m _ memory arithmetic pgs gain share _ amgs _ auto; do
        case $problem in
        packing) [ "$m" -ge 900 ] || continue && label=$m ;;
        'pool 1, friction') label='pool 1 with friction' ;;
        *) continue ;;
        esac
        fact blocks "$label" 'ns per row, PGS' "$(printf '%.1f' "$pgs")"
        fact blocks "$label" 'speed-up over scalar rows' "$(printf '%.1f' "$gain")"
        fact blocks "$label" 'share of the bound: PGS, AMGS, auto' "$share, $amgs, $auto"
        fact blocks "$label" 'the bound is' "$(echo "$memory $arithmetic" |
            awk '{ printf "%s, %.1f ns", ($1 > $2 ? "memory" : "arithmetic"), ($1 > $2 ? $1 : $2) }')"
    done <"$work/blocks"
}

group_scaling() {
    : >"$work/all"
    for circles in 1000 10000 100000 999000; do
        repeats=5
        [ "$circles" -lt 500000 ] || repeats=2
        progress "$circles circles"
        first=$(fastest "$repeats" pool1 --set "circles=$circles" --steps 24)
        both=$(fastest "$repeats" pool1 --set "circles=$circles" --steps 48)
        progress ''
        fact scaling "$circles" 'ns per circle and step, first 24 steps' "$(echo "$first $circles" | awk '{ printf "%.0f", 1e6 * $1 / $2 }')"
        fact scaling "$circles" 'second 24 steps' "$(echo "$first $both $circles" | awk '{ printf "%.0f", 1e6 * (2 * $2 - $1) / $3 }')"
        echo "$first $both $circles" | awk '{ print $1 / $3, (2 * $2 - $1) / $3 }' >>"$work/all"
    done
    fact scaling growth "first 24 steps" "$(awk 'NR == 1 { a = $1 } END { printf "%.2f", $1 / a }' "$work/all")"
    fact scaling growth "second 24 steps" "$(awk 'NR == 1 { a = $2 } END { printf "%.2f", $2 / a }' "$work/all")"
}

group_islands() {
    for setting in 'tolerance --tol 1e-4 --iterations 200' 'sweeps --set count=100 --steps 300'; do
        # shellcheck disable=SC2086
        set -- $setting
        together=$(fastest 3 ragdolls "${@:2}")
        apart=$(fastest 3 ragdolls "${@:2}" --set separate_islands=true)
        fact islands "$1" ratio "$(echo "$apart $together" | awk '{ printf "%.2f", $1 / $2 }')"
    done
}

group_reproduce() {
    fact reproduce minutes "$(cat "$source"/docs/reproduction/data/*.json | sed -n 's/^"seconds": \([0-9.]*\),$/\1/p' |
        awk '{ sum += $1 } END { printf "%.0f", sum / 60 }')"
}
