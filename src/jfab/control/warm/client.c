/*
 * What the launcher starts in Java's place: hands the command line to a process that an earlier one has left behind, and is its
 * terminal's end of it; where there is none, or anything is unclear, becomes Java.
 *
 *     client N JAVA ... ARGUMENT...      the last N are jfab's own
 *     client --serve JAVA ...            leaves that process behind: a session of its own, no terminal, few variables
 *     client --where JAVA ...            says where the first would look for a process
 *
 * A process serves one command at a time, of callers that are as it is itself: same account, folder, limits, namespaces and what
 * else Java or its children would see. All of that is in the name of its socket. Nothing is handed over before it has said that it is
 * ready, and nothing twice.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Enough for a process that is busy with something else, little for somebody who waits. */
enum { READY_MILLIS = 1000, MOST_REQUEST = 4 << 20, MOST_SPAWN = 8 << 20, MOST_CHILDREN = 1024 };

/* ---- the name of the socket ---- */

static uint64_t name[2] = {14695981039346656037ULL, 7809847782465536322ULL};

static void add(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (int half = 0; half < 2; half++) {
            name[half] = (name[half] ^ (unsigned char) bytes[i]) * 1099511628211ULL;
        }
    }
    /* What one fact ends with is not what the next begins with. */
    name[1] = name[1] * 31 + count;
}

static void add_text(const char *text) {
    add(text ? text : "-", text ? strlen(text) + 1 : 1);
}

static void add_place(const char *path) {
    struct stat found;
    memset(&found, 0, sizeof found);
    if (stat(path, &found) == 0) {
        add((char *) &found.st_dev, sizeof found.st_dev);
        add((char *) &found.st_ino, sizeof found.st_ino);
    }
}

/* All lines of a file below /proc, or those that begin with one of the words. */
static void add_file(const char *path, const char *const *words) {
    FILE *file = fopen(path, "re");
    char line[4096];
    while (file && fgets(line, sizeof line, file)) {
        int wanted = words == NULL;
        for (const char *const *word = words; word && *word; word++) {
            wanted |= strncmp(line, *word, strlen(*word)) == 0;
        }
        if (wanted) {
            add_text(line);
        }
    }
    if (file) {
        fclose(file);
    }
    add_text(path);
}

static void add_this_process(char **java, int count) {
    static const char *const status[] = {"Umask:", "Uid:", "Gid:", "Groups:", "SigBlk:", "SigIgn:", "CapInh:", "CapPrm:",
        "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:", "Seccomp:", "Cpus_allowed:", "Mems_allowed:", NULL};
    static const char *const spaces[] = {"cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts", NULL};
    static const char *const variables[] = {"HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES",
        "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TZ", "PATH", "XDG_CACHE_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS", "LD_LIBRARY_PATH", "LD_PRELOAD", NULL};
    char text[4096];
    for (int i = 0; i < count; i++) {
        /* How a start is quickest changes with the command, and once a package has made its records. */
        if (strncmp(java[i], "-XX:", 4) != 0 && strncmp(java[i], "-Djava.library.path=", 20) != 0) {
            add_text(java[i]);
        }
        if (i > 0 && strcmp(java[i - 1], "-jar") == 0) {
            struct stat jar;
            if (stat(java[i], &jar) == 0) {
                add_place(java[i]);
                add((char *) &jar.st_mtim, sizeof jar.st_mtim);
                add((char *) &jar.st_size, sizeof jar.st_size);
            }
        }
    }
    add_text(getcwd(text, sizeof text));
    add_place(".");
    add_place("/");
    add_file("/proc/self/status", status);
    add_file("/proc/self/limits", NULL);
    add_file("/proc/self/cgroup", NULL);
    add_file("/proc/self/attr/current", NULL);
    add_file("/proc/self/oom_score_adj", NULL);
    add_file("/proc/sys/kernel/random/boot_id", NULL);
    for (int i = 0; spaces[i]; i++) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/ns/%s", spaces[i]);
        ssize_t length = readlink(link, text, sizeof text - 1);
        text[length < 0 ? 0 : length] = 0;
        add_text(text);
    }
    int nice = getpriority(PRIO_PROCESS, 0);
    add((char *) &nice, sizeof nice);
    for (int i = 0; variables[i]; i++) {
        add_text(getenv(variables[i]));
    }
}

/* Below a folder that this account alone can look into; 0 where there is none. */
static int socket_path(char *path, size_t size) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[4096];
    struct stat found;
    int length = cache && *cache ? snprintf(folder, sizeof folder, "%s/jfab/warm", cache)
                                 : snprintf(folder, sizeof folder, "%s/.cache/jfab/warm", home ? home : "");
    if (folder[0] != '/' || length >= (int) sizeof folder) {
        return 0;
    }
    length = snprintf(path, size, "%s/%016llx%016llx", folder, (unsigned long long) name[0], (unsigned long long) name[1]);
    if (length >= (int) size) {
        return 0;
    }
    /* Where it is not there yet, Java makes it. */
    return lstat(folder, &found) != 0
        ? errno == ENOENT
        : S_ISDIR(found.st_mode) && found.st_uid == geteuid() && (found.st_mode & 077) == 0;
}

/* ---- handing over ---- */

static int warm = -1;
static pid_t server;
static int server_descriptor = -1;

static int whole(const void *bytes, size_t count) {
    for (size_t sent = 0; sent < count;) {
        ssize_t now = send(warm, (const char *) bytes + sent, count - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EINTR) {
            return 0;
        }
        sent += now > 0 ? now : 0;
    }
    return 1;
}

static int put(char **at, char *end, const char *text) {
    size_t length = strlen(text) + 1;
    if ((size_t) (end - *at) < length) {
        return 0;
    }
    memcpy(*at, text, length);
    *at += length;
    return 1;
}

/* What is asked: whether there is a terminal, how many arguments, these, the variables. */
static int ask(char **arguments, int count) {
    static char request[MOST_REQUEST];
    char *at = request + 8, *end = request + sizeof request, number[32];
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal >= 0) {
        close(terminal);
    }
    snprintf(number, sizeof number, "%d", count);
    int fits = put(&at, end, terminal >= 0 ? "terminal" : "none") && put(&at, end, number);
    for (int i = 0; i < count; i++) {
        fits = fits && put(&at, end, arguments[i]);
    }
    for (char **variable = environ; *variable; variable++) {
        fits = fits && put(&at, end, *variable);
    }
    if (!fits) {
        return 0;
    }
    uint32_t length = at - request - 8;
    memcpy(request, "JFW2", 4);
    memcpy(request + 4, &length, 4);
    return whole(request, 8 + length);
}

/* Leaves the command to a process that is ready for it, with the standard streams: in the socket of one that is stopped they would
 * stay open, and who reads at the other end of a pipe would wait. */
static int leave_it(void) {
    char go = 'G';
    int streams[3] = {0, 1, 2};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof streams)];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec first = {&go, 1};
    struct msghdr message = {.msg_iov = &first, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof streams);
    memcpy(CMSG_DATA(&control.header), streams, sizeof streams);
    ssize_t sent;
    while ((sent = sendmsg(warm, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent == 1;
}

static int answered(int millis) {
    struct pollfd wait = {warm, POLLIN, 0};
    int ready;
    while ((ready = poll(&wait, 1, millis)) < 0 && errno == EINTR) {
    }
    return ready > 0;
}

/* Whether the terminal is another's now: who reads from there in the background is stopped, which the process would not be. */
static int in_background(void) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    int background = terminal >= 0 && tcgetpgrp(terminal) != getpgrp();
    if (terminal >= 0) {
        close(terminal);
    }
    return background;
}

static int has_standard_streams(void) {
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            return 0;
        }
    }
    return 1;
}

/* Whether a process has taken the command. */
static int hand_over(const char *path, char **arguments, int count) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat found;
    if (in_background() || strlen(path) >= sizeof address.sun_path || lstat(path, &found) != 0 || !S_ISSOCK(found.st_mode)) {
        return 0;
    }
    /* Of processor time, each command has its own. */
    struct rlimit time;
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_cur != RLIM_INFINITY) {
        return 0;
    }
    strcpy(address.sun_path, path);
    warm = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (warm < 0 || connect(warm, (struct sockaddr *) &address, sizeof address) != 0
        || getsockopt(warm, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid() || peer.pid <= 0) {
        return 0;
    }
    fcntl(warm, F_SETFL, 0);
    struct timeval limit = {READY_MILLIS / 1000, READY_MILLIS % 1000 * 1000};
    setsockopt(warm, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    server = peer.pid;
    server_descriptor = syscall(SYS_pidfd_open, server, 0);
    if (!ask(arguments, count)) {
        return 0;
    }
    char answer = 0;
    return answered(READY_MILLIS) && recv(warm, &answer, 1, 0) == 1 && answer == 'W' && leave_it();
}

/* ---- while the command runs ---- */

static int heard[2];
static sigset_t blocked;
static pid_t children[MOST_CHILDREN];

static void hear(int number) {
    int before = errno;
    unsigned char byte = number;
    /* A full pipe has enough to say already. */
    ssize_t ignored = write(heard[1], &byte, 1);
    (void) ignored;
    errno = before;
}

static void listen_to(int number) {
    struct sigaction now = {.sa_handler = hear, .sa_flags = SA_RESTART}, before;
    sigemptyset(&now.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(number, &now, NULL);
    }
}

/* A process whose caller is killed while both are stopped would be so for ever: another one waits for that, and has it go on. */
static pid_t watch_over(void) {
    int caller = syscall(SYS_pidfd_open, getpid(), 0);
    pid_t watcher = caller < 0 ? -1 : fork();
    if (watcher == 0) {
        setsid();
        dup2(caller, 0);
        dup2(server_descriptor, 1);
        syscall(SYS_close_range, 2, ~0U, 0);
        struct pollfd wait = {0, POLLIN, 0};
        while (poll(&wait, 1, -1) < 0) {
        }
        syscall(SYS_pidfd_send_signal, 1, SIGCONT, NULL, 0);
        _exit(0);
    }
    close(caller);
    return watcher;
}

static void stop_both(void) {
    pid_t watcher = watch_over();
    if (watcher > 0) {
        syscall(SYS_pidfd_send_signal, server_descriptor, SIGSTOP, NULL, 0);
    }
    /* As it would have been stopped without us: who waits for it is told that. */
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    listen_to(SIGTSTP);
    syscall(SYS_pidfd_send_signal, server_descriptor, SIGCONT, NULL, 0);
    if (watcher > 0) {
        kill(watcher, SIGKILL);
        waitpid(watcher, NULL, 0);
    }
}

static int receive(void *bytes, size_t count) {
    for (size_t got = 0; got < count;) {
        ssize_t now = recv(warm, (char *) bytes + got, count - got, 0);
        if (now == 0 || (now < 0 && errno != EINTR)) {
            return 0;
        }
        got += now > 0 ? now : 0;
    }
    return 1;
}

static void tell(char what, int32_t one, int32_t other) {
    char frame[9] = {what};
    memcpy(frame + 1, &one, 4);
    memcpy(frame + 5, &other, 4);
    whole(frame, sizeof frame);
}

static void reap(void) {
    for (int i = 0; i < MOST_CHILDREN; i++) {
        int status;
        if (children[i] > 0 && waitpid(children[i], &status, WNOHANG) == children[i]) {
            tell('E', children[i], WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
            children[i] = 0;
        }
    }
}

/* A program of the command, started here: it has this terminal, and is a child of who called jfab. Texts are the folder, how many
 * arguments, these, the variables. */
static void spawn(char *text, size_t length, const int *streams) {
    char *at = text, *end = text + length;
    char *folder = at;
    at += strlen(at) + 1;
    int count = at < end ? atoi(at) : 0;
    at += at < end ? strlen(at) + 1 : 0;
    size_t most = 3;
    for (char *sign = text; sign < end; sign++) {
        most += *sign == 0;
    }
    char **arguments = calloc(most, sizeof *arguments), **variables = calloc(most, sizeof *variables);
    int slot = 0, failed = 0, report[2];
    while (slot < MOST_CHILDREN && children[slot] > 0) {
        slot++;
    }
    if (!arguments || !variables || slot == MOST_CHILDREN || count < 1 || pipe2(report, O_CLOEXEC) != 0) {
        tell('F', EAGAIN, 0);
        return;
    }
    for (int i = 0; at < end; at += strlen(at) + 1, i++) {
        (i < count ? arguments : variables)[i < count ? i : i - count] = at;
    }
    pid_t child = fork();
    if (child == 0) {
        static const int reset[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGCHLD};
        for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) {
            struct sigaction before;
            if (sigaction(reset[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
                signal(reset[i], SIG_DFL);
            }
        }
        sigprocmask(SIG_SETMASK, &blocked, NULL);
        for (int i = 0; i < 3; i++) {
            /* Above the three, so that none is overwritten before it is moved. */
            int moved = fcntl(streams[i], F_DUPFD_CLOEXEC, 10);
            dup2(moved, i);
        }
        failed = chdir(folder) != 0 ? errno : 0;
        if (!failed) {
            environ = variables;
            execvpe(arguments[0], arguments, variables);
            failed = errno;
        }
        ssize_t ignored = write(report[1], &failed, sizeof failed);
        (void) ignored;
        _exit(127);
    }
    close(report[1]);
    if (child < 0) {
        failed = errno;
    } else if (read(report[0], &failed, sizeof failed) == (ssize_t) sizeof failed) {
        waitpid(child, NULL, 0);
    } else {
        failed = 0;
        children[slot] = child;
    }
    close(report[0]);
    tell(failed ? 'F' : 'P', failed ? failed : child, 0);
    free(arguments);
    free(variables);
}

/* The server's next words: at most one frame, of which descriptors come with the first byte. Returns -1 for the end of it. */
static int next_frame(int *code) {
    char kind = 0;
    int streams[3] = {-1, -1, -1};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof streams)];
    } control;
    struct iovec first = {&kind, 1};
    struct msghdr message = {.msg_iov = &first, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    ssize_t got = recvmsg(warm, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) {
        return 0;
    }
    uint32_t number;
    if (got <= 0 || !receive(&number, sizeof number)) {
        return -1;
    }
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (rights && rights->cmsg_type == SCM_RIGHTS && rights->cmsg_len == CMSG_LEN(sizeof streams)) {
        memcpy(streams, CMSG_DATA(rights), sizeof streams);
    }
    if (kind == 'S') {
        char *text = number < MOST_SPAWN ? calloc(1, number + 1) : NULL;
        if (!text || !receive(text, number)) {
            return -1;
        }
        spawn(text, number, streams);
        free(text);
    } else {
        /* X: it has ended with this. Y: it is about to. */
        *code = (int) number;
    }
    for (int i = 0; i < 3; i++) {
        if (streams[i] >= 0) {
            close(streams[i]);
        }
    }
    return kind == 'X' ? 1 : 0;
}

static int follow(void) {
    int code = -1, last = 0, ends = 0;
    struct timeval forever = {0, 0};
    setsockopt(warm, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
    struct pollfd wait[2] = {{warm, POLLIN, 0}, {heard[0], POLLIN, 0}};
    for (int ended = 0; !ended;) {
        if (poll(wait, 2, -1) < 0) {
            continue;
        }
        unsigned char number;
        while (read(heard[0], &number, 1) == 1) {
            if (number == SIGCHLD) {
                reap();
            } else if (number == SIGTSTP) {
                stop_both();
            } else {
                last = number == SIGWINCH ? last : number;
                tell('K', number, 0);
                if (number != SIGWINCH) {
                    /* Who has been stopped hears nothing. */
                    syscall(SYS_pidfd_send_signal, server_descriptor, SIGCONT, NULL, 0);
                }
                /* The first stops what it does, the second ends it; who does neither is stopped itself, or hangs. */
                ends += number == SIGINT || number == SIGTERM;
                if (ends > 2) {
                    syscall(SYS_pidfd_send_signal, server_descriptor, SIGKILL, NULL, 0);
                }
            }
        }
        if (wait[0].revents) {
            ended = next_frame(&code);
        }
    }
    if (code >= 0) {
        return code;
    }
    if (last) {
        return 128 + last;
    }
    fprintf(stderr, "jfab: the process that ran this command has gone (pid %d); what it did may not be whole\n", (int) server);
    return 1;
}

/* ---- the two ways in ---- */

static int leave_behind(char **java) {
    static const char *const kept[] = {"HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES",
        "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TZ", "PATH", "XDG_CACHE_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS", "LD_LIBRARY_PATH", "LD_PRELOAD", NULL};
    char *few[32] = {NULL};
    for (int i = 0, next = 0; kept[i]; i++) {
        const char *value = getenv(kept[i]);
        if (value && asprintf(&few[next], "%s=%s", kept[i], value) > 0) {
            next++;
        }
    }
    pid_t child = fork();
    if (child != 0) {
        return child < 0;
    }
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++) {
        dup2(nothing, i);
    }
    DIR *open_now = opendir("/proc/self/fd");
    for (struct dirent *each; open_now && (each = readdir(open_now));) {
        int descriptor = atoi(each->d_name);
        if (descriptor > 2 && descriptor != dirfd(open_now)) {
            fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        }
    }
    execve(java[0], java, few);
    _exit(127);
}

/* Java's command line, with where the next command will look for what this one leaves behind, and by what it leaves that. */
static char **told_where(char **java, int count, const char *path) {
    static char socket_property[160], client_property[4200], own[4096];
    char **longer = calloc(count + 3, sizeof *longer);
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (!longer || length < 0) {
        return java;
    }
    snprintf(socket_property, sizeof socket_property, "-Djfab.warm.socket=%s", path);
    snprintf(client_property, sizeof client_property, "-Djfab.warm.client=%s", own);
    int next = 0;
    for (int i = 0; i < count; i++) {
        if (next == i && strcmp(java[i], "-jar") == 0) {
            longer[next++] = socket_property;
            longer[next++] = client_property;
        }
        longer[next++] = java[i];
    }
    return longer;
}

int main(int count, char **arguments) {
    if (count > 2 && strcmp(arguments[1], "--serve") == 0) {
        return leave_behind(arguments + 2);
    }
    int where = count > 2 && strcmp(arguments[1], "--where") == 0;
    int own = where ? 0 : count > 2 ? atoi(arguments[1]) : -1;
    if (own < 0 || own > count - 3) {
        fprintf(stderr, "jfab: %s is started by jfab's launcher\n", arguments[0]);
        return 2;
    }
    static char path[128];
    char **java = arguments + 2;
    /* Where the locale is not installed, Java would find only the names of ASCII's letters. */
    if (!setlocale(LC_ALL, "")) {
        setenv("LC_ALL", "C.UTF-8", 1);
    }
    add_this_process(java, count - 2 - own);
    if (socket_path(path, sizeof path)) {
        if (where) {
            return puts(path) < 0;
        }
        /* First: what is opened next would be the stream that is missing. */
        if (has_standard_streams() && pipe2(heard, O_CLOEXEC | O_NONBLOCK) == 0 && hand_over(path, arguments + count - own, own)) {
            static const int told[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGCHLD};
            sigset_t ends;
            sigemptyset(&ends);
            sigaddset(&ends, SIGCHLD);
            sigprocmask(SIG_UNBLOCK, &ends, &blocked);
            for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
                listen_to(told[i]);
            }
            /* What the caller has open besides is nothing of its programs, as it is nothing of Java's. */
            syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
            return follow();
        }
        java = told_where(java, count - 2, path);
    }
    execv(java[0], java);
    fprintf(stderr, "jfab: %s cannot be started: %s\n", java[0], strerror(errno));
    return 127;
}
