#compdef jfab
# Completion of jfab for zsh, after compinit: eval "$(jfab --print-completion-script=zsh)"
_jfab() {
    local -a candidates
    local line tab=$'\t' jfab=${words[1]/#\~/$HOME}
    for line in "${(@f)$("$jfab" --complete -- "${(@)words[1,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
        [[ -z $line ]] || candidates+=("${${line%%$tab*}//:/\\:}:${line#*$tab}")
    done
    if (( $#candidates )); then
        _describe jfab candidates
    else
        _files
    fi
}
compdef _jfab jfab
