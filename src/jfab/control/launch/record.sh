# Run by .jfab/NAME.run just before it becomes the process: keeps the environment that it will have as .jfab/NAME.environment.
# Of variables that may hold a secret, and of those in jfab_secret, only the names are kept. It starts no program: many ranks start at the same time.
(
    set -f
    IFS='
'
    jfab_left_out=''
    for jfab_line in $(export -p); do
        jfab_name=${jfab_line#export }
        jfab_name=${jfab_name%%=*}
        case $jfab_name in
            # Further lines of a value.
            '' | [0-9]* | *[!A-Za-z0-9_]*) continue ;;
        esac
        case "${jfab_secret-} " in *" $jfab_name "*) jfab_line=SECRET= ;; esac
        case $jfab_line in
            *TOKEN*=* | *SECRET*=* | *PASSW*=* | *PASSPHRASE*=* | *CREDENTIAL*=* | *KEY*=* | \
                *_PW=* | *_PWD=* | *_pw=* | *_pwd=* | *AUTH*=* | *auth*=* | *COOKIE*=* | *DSN=* | \
                *token*=* | *secret*=* | *passw*=* | *passphrase*=* | *credential*=* | *key*=* | *://*:*@*)
                jfab_left_out="$jfab_left_out$jfab_name$IFS"
                unset "$jfab_name"
                ;;
        esac
    done
    for jfab_name in $jfab_left_out; do
        echo "# $jfab_name is left out: it may hold a secret"
    done
    export -p
) 2>/dev/null >"${0%.run}.environment"
