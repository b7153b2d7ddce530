package main

// bashWords defines functions of bash-completion that cobra's script needs, for shells without that package, as
// on macOS and in most containers. They split the command line into words, in which = and : end none, and
// remove the part before the last colon from completions.
const bashWords = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
_get_comp_words_by_ref() {
    local line="${COMP_LINE:0:COMP_POINT}"
    local IFS=$' \t\n'
    read -r -a words <<<"$line"
    case "$line" in
        *[[:space:]]) words+=("") ;;
    esac
    cword=$((${#words[@]} - 1))
    cur="${words[cword]}"
    prev=""
    if ((cword > 0)); then prev="${words[cword - 1]}"; fi
}
fi
if ! declare -F __ltrim_colon_completions >/dev/null; then
__ltrim_colon_completions() {
    case "$1" in
        *:*)
            case "$COMP_WORDBREAKS" in
                *:*)
                    local prefix="${1%"${1##*:}"}" i
                    for i in "${!COMPREPLY[@]}"; do
                        COMPREPLY[i]="${COMPREPLY[i]#"$prefix"}"
                    done
                    ;;
            esac
            ;;
    esac
}
fi
if ! declare -F _filedir >/dev/null; then
_filedir() {
    local file
    if [[ "$1" == "-d" ]]; then
        while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$cur")
        return
    fi
    while IFS= read -r file; do
        if [[ -d "$file" || -z "$1" || "$file" =~ \.(${1#@})$ ]]; then COMPREPLY+=("$file"); fi
    done < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null || true
}
fi
`
