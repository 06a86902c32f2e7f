# How a job goes on its host; node.sh has what it stands on.

# observe JOB SECONDS LINES LOGS [NAME=OFFSET...]: every SECONDS seconds (once where that is 0), until the reader goes away or an hour
# has passed, lines:
#
#     host TIME TICKS_PER_SECOND CPUS BUSY_TICKS MEMORY_KB AVAILABLE_KB
#     process TICKS MEMORY_KB SILENT_SECONDS DOING RESTARTS NAME PID STATE    ticks and memory are its group's; DOING is what the most
#                                                         telling of its group does, T, D, R or S as in /proc, '-' for none of these; the
#                                                         rest as in survey
#     gpu INDEX PER_CENT MEMORY_MB TOTAL_MB CELSIUS WATTS
#     xid TIME gpu-INDEX xid NUMBER                       as xids tells them, each time
#     logged NAME LINE                                    lines that are new in the log of a trainer, where LOGS is 1 and a text: at
#                                                         least those that have this text, where it is not empty
#     metrics NAME JSON, event TEXT                       lines that are new in metrics/NAME/metrics.jsonl and .jfab/events
#     offset NAME OFFSET                                  up to where those were read; NAME=OFFSET begins there next time
#     end
#
# Of what is longer than LINES lines, about LINES are given, spread over all of it, with the last 100 and the first LINES of those of
# metrics that tell of a test. A period costs seven processes and one more
# for each file that has grown, however many processes the job has.
observe() {
    enter "$1"
    seconds=$2 lines=$3 logs=$4 gpus=
    shift 4
    ! command -v nvidia-smi >/dev/null || gpus=1
    ticks=$(getconf CLK_TCK || echo 100) cpus=$(getconf _NPROCESSORS_ONLN || echo 1) page=$(getconf PAGESIZE || echo 4096)
    read -r begun rest </proc/uptime
    exec 4>&1
    while :; do
        [ -z "$gpus" ] || xids xid
        # What is told goes to the reader; up to where files were read, it says here as well.
        offsets=$(standings | tell "$@" 3>&1 >&4) || exit 0
        set -- $offsets
        read -r now rest </proc/uptime
        [ "$seconds" != 0 ] && [ $((${now%%.*} - ${begun%%.*})) -le 3600 ] || break
        sleep "$seconds"
    done
}

# For each process a line 'GROUP RESTARTS LOG', and one with its name, pid and state.
standings() {
    for record in .jfab/*.process; do
        [ -e "$record" ] || continue
        recall "$record"
        echo "$group $restarts $log"
        state "$record"
    done
}

# xids WORD: each kind of error that the NVIDIA driver has told the kernel's log of a GPU since the job began, until its last process here
# ended: 'WORD TIME gpu-INDEX xid NUMBER', or the GPU's place on the bus where nvidia-smi no longer knows it. Nothing where that log may
# not be read.
xids() {
    command -v nvidia-smi >/dev/null && [ -s .jfab/events ] || return 0
    # Nothing before it but the time, nothing else between the brackets: the kernel's log also has names that users give to programs.
    kernel=$(dmesg 2>/dev/null | grep -E '^\[ *[0-9.]+\]( *\[[^]]*\])? NVRM: Xid \(PCI:[0-9A-Fa-f:.]+\): *[0-9]') || return 0
    read -r since rest <.jfab/events
    until=$(for record in .jfab/*.process; do
        [ -e "${record%.process}.exit" ] || exit 1
    done && tail -n 1 .jfab/events) || until=''
    read -r up rest </proc/uptime
    {
        timeout -k 1 5 nvidia-smi --query-gpu=index,pci.bus_id --format=csv,noheader 2>/dev/null
        echo "$kernel"
    } | LC_ALL=C awk -v word="$1" -v now="$(date +%s.%N)" -v up="$up" -v since="${since%% *}" -v over="${until%% *}" '
        # 00000000:3B:00.0 and 0000:3b:00 are the same place.
        function place(bus) {
            bus = tolower(bus)
            sub(/\.[0-9]+$/, "", bus)
            return substr(bus, length(bus) - 9)
        }
        !/NVRM: Xid/ { sub(/,/, "", $1); gpu[place($2)] = $1; next }
        match($0, /Xid \(PCI:[0-9A-Fa-f:.]+\): *[0-9]+/) {
            split(substr($0, RSTART + 9, RLENGTH - 9), part, /\): */)
            sub(/^[^[]*\[ */, "")
            time = now - up + $0
            # Processes are noted to have ended a moment after it.
            if (time < since - 1 || (over != "" && time > over + 1) || (part[1], part[2]) in told) next
            told[part[1], part[2]] = 1
            printf "%s %.9f gpu-%s xid %d\n", word, time, (place(part[1]) in gpu ? gpu[place(part[1])] : part[1]), part[2]
        }'
}

tell() {
    LC_ALL=C awk -v gpus="$gpus" -v ticks="$ticks" -v cpus="$cpus" -v page="$page" -v lines="$lines" -v logs="$logs" \
        -v now="$(date +%s.%N)" -v mark="%$$" -v read_before="$*" '
function first(file,    line) {
    line = ""
    getline line <file
    close(file)
    return line
}

# How much the process groups of this machine use.
function read_processes(    command, line, f) {
    command = "cat /proc/[0-9]*/stat 2>/dev/null"
    while ((command | getline line) > 0) {
        # A command name may hold blanks and parentheses.
        if (!sub(/^.*\) /, "", line)) continue
        split(line, f, " ")
        used[f[3]] += f[12] + f[13] + f[14] + f[15]
        resident[f[3]] += f[22]
        if (index("SRDT", f[1]) > index("SRDT", doing[f[3]] "-")) doing[f[3]] = f[1]
    }
    close(command)
}

# Sizes and times of logs, metrics and events.
function read_files(    command, line, f) {
    command = "stat -c \"%s %Y %n\" .jfab/events log/*.log metrics/*/metrics.jsonl 2>/dev/null"
    while ((command | getline line) > 0) {
        split(line, f, " ")
        size[f[3]] = f[1]
        changed[f[3]] = f[2]
    }
    close(command)
}

function show_process(record, standing,    f, name, log_file, last, file) {
    split(standing, f, " ")
    name = f[1]
    split(record, f, " ")
    log_file = record
    sub(/^[^ ]* [^ ]* /, "", log_file)
    last = changed[log_file]
    if (logs && name ~ /^trainer-/) log_of[log_file] = "log." name
    file = "metrics/" name "/metrics.jsonl"
    if (changed[file] > last) last = changed[file]
    printf "process %.0f %.0f %.0f %s %s %s\n", used[f[1]], resident[f[1]] * page / 1024,
        (last == "" || last > now ? 0 : now - last), (f[1] in doing ? doing[f[1]] : "-"), f[2], standing
}

function show_host(    line, f, total, available, busy) {
    split(first("/proc/stat"), f, " ")
    busy = f[2] + f[3] + f[4] + f[7] + f[8] + f[9]
    while ((getline line <"/proc/meminfo") > 0) {
        split(line, f, " ")
        if (f[1] == "MemTotal:") total = f[2]
        if (f[1] == "MemAvailable:") available = f[2]
    }
    close("/proc/meminfo")
    printf "host %s %s %s %.0f %.0f %.0f\n", now, ticks, cpus, busy, total, available
}

function show_gpus(    command, line) {
    command = "timeout -k 1 5 nvidia-smi --query-gpu=index,utilization.gpu,memory.used,memory.total" \
        ",temperature.gpu,power.draw --format=csv,noheader,nounits 2>/dev/null"
    while ((command | getline line) > 0) {
        gsub(/ /, "", line); gsub(/,/, " ", line)
        print "gpu " line
    }
    close(command)
}

# The command that prints what is new in a file, and then the mark: behind the last line, or in it where that is cut.
function reading(name, file,    from, grown, one_in, part, having, count) {
    from = name in offset ? offset[name] : 0
    if (size[file] < from) from = 0
    grown = size[file] - from
    if (grown == 0) return ""
    offset[name] = from
    # A line of metrics has about 280 bytes.
    one_in = int(grown / (280 * lines))
    if (one_in < 2 || name == "events") return "tail -c +" (from + 1) " " file "; echo \"" mark " " name "\";"
    whole[name] = size[file]
    part = "tail -c +" (from + 1) " " file " | head -c " grown
    if (name ~ /^log\./ && said != "") {
        # What else the program prints is no reason to leave out any of its steps.
        having = part " | awk \"index(\\$0, \\\"" said "\\\")"
        part = having "\""
        having = having " { n++ } END { print n + 0 }\""
        having | getline count
        close(having)
        one_in = int(count / lines)
        if (one_in < 2) return part "; echo \"" mark " " name "\";"
    }
    return part " | awk \"" thinning(one_in, name ~ /^log\./ ? 0 : lines) "\"; echo \"" mark " " name "\";"
}

# Drawn, not counted: what a program writes every tenth time would be left out every time, or never.
function thinning(one_in, tests) {
    return "BEGIN { srand(1) } { i = NR % 100; if (NR > 100 && (rand() < 1 / " one_in " || (kept[i] ~ /test_/ && tests++ < " tests \
        "))) print kept[i]; kept[i] = \\$0 } END { for (n = NR - 99; n <= NR; n++) if (n > 0) print kept[n % 100] }"
}

function told(name, line) {
    if (name ~ /^log\./) print "logged " substr(name, 5) " " line
    else print (name == "events" ? "event " : "metrics " name " ") line
}

# A line is told when the next one shows that it was complete.
function show_new(    file, name, command, all, line, count, told_lines, i, at, kept) {
    all = ""
    for (file in size) {
        name = file
        if (file == ".jfab/events") name = "events"
        else if (file in log_of) name = log_of[file]
        else if (sub(/^metrics\//, "", name)) sub(/\/metrics\.jsonl$/, "", name)
        else continue
        # They become part of a command.
        if (name ~ /^[A-Za-z0-9_.-]+$/ && file ~ /^[A-Za-z0-9_.\/-]+$/) all = all reading(name, file)
    }
    if (all == "") return
    count = 0
    while ((all | getline line) > 0) {
        at = index(line, mark " ")
        if (at == 0) {
            kept[++count] = line
            continue
        }
        name = substr(line, at + length(mark) + 1)
        for (i = 1; i <= count; i++) {
            told(name, kept[i])
            offset[name] += length(kept[i]) + 1
        }
        if (name in whole) offset[name] = whole[name]
        printf "offset %s %.0f\n", name, offset[name]
        count = 0
    }
    close(all)
}

NR % 2 { records[++processes] = $0; next }
{ standings[processes] = $0 }
END {
    said = substr(logs, 2)
    count = split(read_before, before, " ")
    for (i = 1; i <= count; i++) {
        at = index(before[i], "=")
        offset[substr(before[i], 1, at - 1)] = substr(before[i], at + 1) + 0
    }
    read_files()
    read_processes()
    show_host()
    for (i = 1; i <= processes; i++) show_process(records[i], standings[i])
    if (gpus) show_gpus()
    show_new()
    print "end"
    for (name in offset) printf "%s=%.0f\n", name, offset[name] | "cat >&3"
}'
}
