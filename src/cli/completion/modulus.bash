# Completion of the command modulus in bash. The command itself says what fits: modulus complete WORD...
_modulus()
{
    local line=${COMP_LINE:0:COMP_POINT} program=${1/#\~/$HOME} words word
    read -ra words <<<"$line"
    # An empty word is completed after a space.
    [[ $line == *[[:space:]] ]] && words+=("")
    local typed=${words[-1]}
    # Bash replaces only what follows the last = or : of the word.
    local kept=${typed%"${typed##*[=:]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        if [[ $word == :files ]]; then
            compopt -o filenames
            while IFS= read -r word; do
                COMPREPLY+=("$word")
            done < <(compgen -f -- "${typed#"$kept"}")
        else
            COMPREPLY+=("${word#"$kept"}")
            # The value of a key follows without a space.
            [[ $word == *= ]] && compopt -o nospace
        fi
    done < <("$program" complete "${words[@]:1}" 2>/dev/null)
}
complete -F _modulus modulus
