"""Arranges what test/bench/peers has printed as the tables of docs/benchmarks.md: a tool per row, a case per column, seconds as medians.

usage: table.py <PEERS
       jfab's are bold where another tool's are less; cases that were not run are left empty.
"""
import sys

ONE, FOUR = "one host", "4 hosts"
COUNTS = (ONE, "16 hosts", "64 hosts", "256 hosts")
FILES = [("200 MB", "file", ONE), ("to 4 hosts", "file", FOUR), ("2,000 files", "folder", ONE), ("to 4 hosts", "folder", FOUR),
         ("200 MB, unchanged", "same-file", ONE), ("2,000 files, unchanged", "same-folder", ONE)]
DISTANT = [("`touch`", "command", ONE), ("200 MB", "file", ONE), ("2,000 files", "folder", ONE), ("2,000 files, unchanged", "same-folder", ONE)]
TOUCHES = [("`touch`, " + count, "command", count) for count in COUNTS]
NAMES = {
    "ssh": "ssh",
    "ssh-usual": "ssh, as it chooses by itself",
    "scp": "scp, scp `-r`",
    "scp-usual": "scp, as ssh chooses by itself",
    "rsync": "rsync",
    "jfab": "**jfab**",
    "jfab-changed": "**jfab**, a fabfile that has changed",
    "jfab-warm": "**jfab** in a process that waits",
    "fab": "Fabric, ThreadingGroup",
    "fab-changed": "Fabric, a fabfile that has changed",
    "fab-serial": "Fabric, `fab -H`, one by one",
    "clush": "clush",
    "pssh": "parallel-ssh",
    "ansible-raw": "Ansible, `raw`",
    "ansible-command": "Ansible, `command`",
    "ansible-copy": "Ansible, `copy`",
}


def measured(lines):
    """Seconds by case, number of hosts and tool."""
    found, case = {}, None
    for line in lines:
        cells = [cell.strip().replace("*", "") for cell in line.split("|")[1:-1]]
        if len(cells) > 1 and cells[1] == "seconds":
            case = tuple(cells[0].rsplit(", ", 1))
            found[case] = {}
        elif len(cells) > 1 and case and not cells[0].startswith("---"):
            found[case][cells[0]] = float(cells[1].split()[0])
    return found


def text(seconds):
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def table(found, title, prefix, columns):
    columns = [(name, found.get((prefix + case, hosts), {})) for name, case, hosts in columns]
    print("| " + " | ".join([title, *(name for name, _ in columns)]) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for tool, name in NAMES.items():
        cells = []
        for _, times in columns:
            others = [seconds for other, seconds in times.items() if not other.startswith("jfab")]
            behind = tool.startswith("jfab") and tool in times and min(others) < times[tool]
            cells.append(("**%s**" if behind else "%s") % text(times[tool]) if tool in times else "")
        if any(cells):
            print("| " + " | ".join([name, *cells]) + " |")
    print()


found = measured(sys.stdin)
table(found, "cold", "", [*TOUCHES, ("with a fabfile, one host", "task", ONE), ("tasks of a fabfile", "list", ONE), ("help of a task", "help", ONE)])
table(found, "cold", "", FILES)
table(found, "sessions open", "warm-", TOUCHES)
table(found, "sessions open", "warm-", FILES)
table(found, "at 40 ms", "far-", DISTANT)
table(found, "at 40 ms, sessions open", "far-warm-", DISTANT)
