# candidates.awk INDEX WORD...: what the last word of a command line may become.
#
# The index has lines of fields between tabs; "-" is the task of jfab's own flags, choices are separated by "|":
#   task NAME TASK DESCRIPTION              a word that calls TASK
#   flag TASK TAKES -LETTER --WORD CHOICES DESCRIPTION
#   word TASK one|many required|free CHOICES FLAG    what the next word behind TASK fills, unless FLAG did
#   list LINE                               what jfab --list shows
#   value host|role|profile NAME DESCRIPTION         what some flags take, and the first words
# INDEX.jobs, where it is there, has the ids of jobs, one a line.

function offer(word, about) {
    if (index(word, typed) == 1 && !(word in offered)) {
        offered[word] = 1
        print word "\t" about
    }
}

function offerChoices(choices, before,    several, count, i) {
    count = split(choices, several, "|")
    for (i = 1; i <= count; i++) offer(before several[i], "")
}

# Those of a kind behind BEFORE; where several may stand in one word, behind those that do.
function offerKind(kind, before, separators,    i, rest) {
    rest = substr(typed, length(before) + 1)
    if (separators != "") {
        while (match(rest, separators)) {
            before = before substr(rest, 1, RSTART)
            rest = substr(rest, RSTART + 1)
        }
    }
    if (kind == "host" && rest ~ /^@/) {
        kind = "role"
        before = before "@"
    }
    for (i = 1; i <= values; i++) if (kinds[i] == kind) offer(before value[i], meaning[i])
}

# What the flag of that long name takes, where the index has its values.
function offerNamed(name, whose, before) {
    if (whose == "-" && (name == "--hosts" || name == "--exclude")) offerKind("host", before, "[,!&]")
    else if (whose == "-" && name == "--roles") offerKind("role", before, ",")
    else if (whose == "-" && name == "--profile") offerKind("profile", before, ",")
    else if (name == "--job") offerKind("job", before, "")
}

function offerValues(flag, before) {
    offerChoices(choices[flag], before)
    offerNamed(long[flag], owner[flag], before)
}

# The number of the flag that is called so here; 0 for none.
function find(name,    i, known) {
    for (i = 1; i <= flags; i++) {
        if ((letter[i] == name || long[i] == name) && (owner[i] == task || owner[i] == "-")) {
            known = i
            if (owner[i] == task) return i
        }
    }
    return known + 0
}

function offerFlags(whose,    i) {
    for (i = 1; i <= flags; i++) {
        if (owner[i] == whose) {
            if (letter[i] != "" && typed !~ /^--/) offer(letter[i], about[i])
            if (long[i] != "") offer(long[i], about[i])
        }
    }
}

function takesValue(i) { return takes[i] == "value" || takes[i] == "values" }

# Short flags that stand in one token; the last may want the next word.
function readLetters(token,    i, flag) {
    for (i = 2; i <= length(token); i++) {
        flag = find("-" substr(token, i, 1))
        given(flag)
        if (flag == 0 || takes[flag] == "optional") return
        if (takesValue(flag)) {
            if (i == length(token)) wanting = flag
            return
        }
    }
}

function dashed(name) {
    gsub(/_/, "-", name)
    return name
}

# The slot that the next word fills; 0 for none.
function slot(    i) {
    for (i = 1; i <= slots[task]; i++) if (!filled[i]) return i
    return 0
}

# A slot that takes many words is never full.
function fill(i) { filled[i] = !many[task, i] }

function begin(name,    i) {
    for (i in filled) delete filled[i]
    task = name
}

# A value that a flag gives is not missing any more.
function given(flag,    i) {
    for (i = 1; i <= slots[task]; i++) {
        if (owner[flag] == task && flagOf[task, i] == (long[flag] == "" ? letter[flag] : long[flag])) fill(i)
    }
}

function read(word,    flag) {
    if (wanting) {
        wanting = 0
    } else if (word ~ /^--./) {
        flag = find(dashed(substr(word, 1, index(word "=", "=") - 1)))
        given(flag)
        if (flag && takesValue(flag) && word !~ /=/) wanting = flag
    } else if (word ~ /^-./) {
        readLetters(word)
    } else if (slot() && required[task, slot()]) {
        fill(slot())
    } else if (dashed(word) in called) {
        begin(called[dashed(word)])
    } else if (slot()) {
        fill(slot())
    }
}

BEGIN {
    FS = "\t"
    while ((getline < ARGV[1]) > 0) {
        if ($1 == "task") {
            called[$2] = $3
            described[$2] = $4
        } else if ($1 == "flag") {
            flags++
            owner[flags] = $2; takes[flags] = $3; letter[flags] = $4; long[flags] = $5; choices[flags] = $6; about[flags] = $7
        } else if ($1 == "word") {
            slots[$2]++
            many[$2, slots[$2]] = $3 == "many"
            required[$2, slots[$2]] = $4 == "required"
            words[$2, slots[$2]] = $5
            flagOf[$2, slots[$2]] = $6
        } else if ($1 == "value") {
            values++
            kinds[values] = $2; value[values] = $3; meaning[values] = $4
        }
    }
    while ((getline < (ARGV[1] ".jobs")) > 0) {
        values++
        kinds[values] = "job"; value[values] = $1
    }
    task = "-"
    for (i = 2; i < ARGC - 1; i++) {
        if (!wanting && ARGV[i] == "--") exit
        read(ARGV[i])
    }
    typed = ARGV[ARGC - 1]
    equals = index(typed, "=")
    if (wanting) {
        offerValues(wanting, "")
    } else if (typed ~ /^--/ && equals) {
        flag = find(dashed(substr(typed, 1, equals - 1)))
        if (flag) offerValues(flag, substr(typed, 1, equals))
    } else if (typed ~ /^-/) {
        offerFlags(task)
        offerFlags("-")
    } else {
        next_slot = slot()
        if (next_slot) {
            offerChoices(words[task, next_slot], "")
            offerNamed(flagOf[task, next_slot], task, "")
        }
        if (!next_slot || !required[task, next_slot]) {
            typed = dashed(typed)
            for (name in called) offer(name, described[name])
            if (task == "-") offerKind("profile", "", "")
        }
    }
}
