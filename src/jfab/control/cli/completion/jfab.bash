# Completion of jfab for bash: eval "$(jfab --print-completion-script=bash)"
_jfab() {
    local -a words
    local candidate last jfab before
    # Bash cuts words at = and :, jfab does not.
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=("")
    last=${words[${#words[@]} - 1]}
    jfab=${words[0]/#\~/$HOME}
    COMPREPLY=()
    # What stands before one of these has been typed, and bash replaces only what stands behind it, an @ included.
    before=${last%"${last##*[${COMP_WORDBREAKS//[^=:@]/}]}"}
    before=${before%@}
    while IFS=$'\t' read -r candidate _; do
        printf -v candidate %q "${candidate#"$before"}"
        # A comma needs no quoting, and the next candidate is looked for by what stands in the line.
        COMPREPLY+=("${candidate//\\,/,}")
    done < <("$jfab" --complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _jfab jfab
