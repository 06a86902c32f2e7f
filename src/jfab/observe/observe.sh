# How a job goes on this host, as one request that goes on: sh -c THIS jfab JOB SECONDS LINES [NAME=OFFSET...]
# Every SECONDS seconds (once where that is 0), until the reader goes away or an hour has passed, it prints lines:
#
#     host TIME TICKS_PER_SECOND CPUS BUSY_TICKS MEMORY_KB AVAILABLE_KB
#     process NAME running|exited CODE|lost PID TICKS MEMORY_KB SILENT_SECONDS    TICKS and memory are its group's
#     gpu INDEX PER_CENT MEMORY_MB TOTAL_MB
#     metrics NAME JSON, event TEXT                       lines that are new in metrics/NAME/metrics.jsonl and .jfab/events
#     offset NAME OFFSET                                  up to where those were read; NAME=OFFSET begins there next time
#     end
#
# Of what is longer than LINES lines, about LINES are given, evenly spread. A period costs four processes and one more
# for each file that has grown, however many processes the job has.
set -u
cd "$1" 2>/dev/null || {
    echo "no job directory $1" >&2
    exit 1
}
shift
export LC_ALL=C
gpus=
! command -v nvidia-smi >/dev/null || gpus=1
exec awk -v gpus="$gpus" -v ticks="$(getconf CLK_TCK || echo 100)" -v cpus="$(getconf _NPROCESSORS_ONLN || echo 1)" \
    -v page="$(getconf PAGESIZE || echo 4096)" -v mark="%$$" '
function first(file,    line) {
    line = ""
    getline line <file
    close(file)
    return line
}

# The process groups of this machine, and how much they use.
function read_processes(    command, line, pid, f) {
    split("", start); split("", group_of); split("", used); split("", resident)
    command = "cat /proc/[0-9]*/stat 2>/dev/null"
    while ((command | getline line) > 0) {
        pid = line + 0
        # A command name may hold blanks and parentheses.
        if (!sub(/^.*\) /, "", line)) continue
        split(line, f, " ")
        used[f[3]] += f[12] + f[13] + f[14] + f[15]
        resident[f[3]] += f[22]
        if (f[1] == "Z" || f[1] == "X") continue
        start[pid] = f[20]
        group_of[pid] = f[3]
    }
    close(command)
}

# What lies in the job directory: sizes and times of logs and metrics, names of processes.
function read_files(    command, line, f, name) {
    split("", size); split("", changed); split("", names)
    processes = 0
    command = "stat -c \"%s %Y %n\" .jfab/*.process .jfab/events log/*.log metrics/*/metrics.jsonl 2>/dev/null"
    while ((command | getline line) > 0) {
        split(line, f, " ")
        name = f[3]
        if (name ~ /^\.jfab\/.*\.process$/) {
            sub(/^\.jfab\//, "", name); sub(/\.process$/, "", name)
            names[++processes] = name
        } else {
            size[name] = f[1]
            changed[name] = f[2]
        }
    }
    close(command)
}

function state_of(name, record,    code, group, pid) {
    code = first(".jfab/" name ".exit")
    if (code != "") return "exited " code
    group = record["group"]; pid = record["pid"]
    if (record["boot"] == boot && ((group in start && start[group] == record["group-start"]) ||
        (pid in start && start[pid] == record["start"] && group_of[pid] == group))) return "running"
    # The exit code is written before the group ends: it may have come between the two looks.
    code = first(".jfab/" name ".exit")
    return code != "" ? "exited " code : "lost"
}

function show_process(name,    file, line, key, record, last) {
    file = ".jfab/" name ".process"
    while ((getline line <file) > 0) {
        key = line
        sub(/ .*/, "", key); sub(/^[^ ]* /, "", line)
        record[key] = line
    }
    close(file)
    last = changed[record["log"]]
    file = "metrics/" name "/metrics.jsonl"
    if (changed[file] > last) last = changed[file]
    printf "process %s %s %s %.0f %.0f %.0f\n", name, state_of(name, record), record["pid"], used[record["group"]],
        resident[record["group"]] * page / 1024, (last == "" || last > now ? 0 : now - last)
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
    command = "timeout 5 nvidia-smi --query-gpu=index,utilization.gpu,memory.used,memory.total" \
        " --format=csv,noheader,nounits 2>/dev/null"
    while ((command | getline line) > 0) {
        gsub(/ /, "", line); gsub(/,/, " ", line)
        print "gpu " line
    }
    close(command)
}

# The command that prints what is new in a file, and then the mark: behind the last line, or in it where that is cut.
function reading(name, file,    from, grown, one_in) {
    from = name in offset ? offset[name] : 0
    if (size[file] < from) from = 0
    grown = size[file] - from
    if (grown == 0) return ""
    offset[name] = from
    # A line of metrics has about 280 bytes.
    one_in = int(grown / (280 * lines))
    if (one_in < 2 || name == "events") return "tail -c +" (from + 1) " " file "; echo \"" mark " " name "\";"
    whole[name] = size[file]
    return "tail -c +" (from + 1) " " file " | head -c " grown " | awk \"NR % " one_in " == 1\"; echo \"" mark " " name "\";"
}

function told(name, line) {
    print (name == "events" ? "event " : "metrics " name " ") line
}

# A line is told when the next one shows that it was complete.
function show_new(    file, name, command, all, line, count, told_lines, i, at, kept) {
    all = ""
    split("", whole)
    for (file in size) {
        name = file
        if (file == ".jfab/events") name = "events"
        else if (sub(/^metrics\//, "", name)) sub(/\/metrics\.jsonl$/, "", name)
        else continue
        # It becomes part of a command.
        if (name ~ /^[A-Za-z0-9_.-]+$/) all = all reading(name, file)
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

BEGIN {
    seconds = ARGV[1]; lines = ARGV[2]
    for (i = 3; i < ARGC; i++) {
        at = index(ARGV[i], "=")
        offset[substr(ARGV[i], 1, at - 1)] = substr(ARGV[i], at + 1) + 0
    }
    boot = first("/proc/sys/kernel/random/boot_id")
    begun = ""
    while (1) {
        "date +%s.%N" | getline now
        close("date +%s.%N")
        if (begun == "") begun = now
        read_files()
        read_processes()
        show_host()
        for (i = 1; i <= processes; i++) show_process(names[i])
        if (gpus) show_gpus()
        show_new()
        print "end"
        fflush()
        if (seconds == 0 || now - begun > 3600) exit
        system("sleep " seconds)
    }
}' "$@"
