# Completion of jfab for bash: eval "$(jfab --print-completion-script=bash)"
_jfab() {
    local -a words
    local candidate last jfab
    # Bash cuts words at = and :, jfab does not.
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=("")
    last=${words[${#words[@]} - 1]}
    jfab=${words[0]/#\~/$HOME}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        # What stands before = has been typed, and bash replaces only what stands behind it.
        [[ $last != *=* || $COMP_WORDBREAKS != *=* ]] || candidate=${candidate#*=}
        printf -v candidate %q "$candidate"
        COMPREPLY+=("$candidate")
    done < <("$jfab" --complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _jfab jfab
