# Completion of jfab for fish: jfab --print-completion-script=fish | source
function __jfab_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l candidates ($words[1] --complete -- $words "$current" 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\n' $candidates
    else
        __fish_complete_path "$current"
    end
end
complete -c jfab -f -a '(__jfab_complete)'
