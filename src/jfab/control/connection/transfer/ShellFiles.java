package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import jfab.control.connection.files.BoundedOutput;
import org.jspecify.annotations.Nullable;

/** Files by way of the shell, for a host that serves no SFTP. */
public final class ShellFiles implements RemoteFiles {
    private final Shell shell;

    public ShellFiles(Shell shell) {
        this.shell = shell;
    }

    @Override
    public @Nullable Entry find(String path) throws IOException {
        Listing listing = new Listing(shell);
        return listing.find(plain(path));
    }

    @Override
    public List<Named> list(String path) throws IOException {
        return new Listing(shell).directory(plain(path));
    }

    @Override
    public long write(String path, FileParts file, Attributes last) throws IOException {
        BoundedOutput size = new BoundedOutput("the size of " + path);
        // sync with an argument is not everywhere, and not worth failing for.
        shell.run(
                TransferScript.OWN + """
                [ -d "${1%/*}/" ] || { echo "there is no such file or directory" >&2; exit 1; }
                umask 077
                folder "${1%/*}/" && one "${1##*/}" && cat >"$name" && chmod "$2" "$name" || exit 1
                if [ -n "$3" ]; then touch -d "@$3" "$name" 2>/dev/null || :; fi
                sync "$name" 2>/dev/null || :
                stat -c %s "$name" && out
                """,
                List.of(
                        plain(path),
                        Integer.toOctalString(last.mode()),
                        last.time() == null ? "" : last.time().toString()),
                file.whole(),
                size);
        try {
            return Long.parseLong(size.text().strip());
        } catch (NumberFormatException e) {
            throw new IOException("the host's stat answered: " + size.text(), e);
        }
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        shell.run("cat \"$1\"", List.of(plain(path)), null, out);
    }

    @Override
    public void mkdir(String path, int mode) throws IOException {
        shell.ask("mkdir \"$1\" && chmod \"$2\" \"$1\"", plain(path), Integer.toOctalString(mode));
    }

    @Override
    public void rmdir(String path) throws IOException {
        shell.ask("rmdir \"$1\"", plain(path));
    }

    @Override
    public void chmod(String path, int mode) throws IOException {
        shell.ask("chmod \"$2\" \"$1\"", plain(path), Integer.toOctalString(mode));
    }

    @Override
    public void touch(String path, long time) throws IOException {
        shell.ask("touch -d \"@$2\" \"$1\"", plain(path), Long.toString(time));
    }

    @Override
    public String target(String path) throws IOException {
        String line = shell.ask("readlink \"$1\" || { echo 'there is no such link' >&2; exit 1; }", plain(path));
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }

    @Override
    public void link(String path, String target) throws IOException {
        // In a directory of that name, ln would make a link without a word.
        shell.ask(
                "[ ! -d \"$1\" ] || { echo 'a directory has that name' >&2; exit 1; }; exec ln -s -- \"$2\" \"$1\"",
                plain(path),
                target);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        // Without -T, mv takes a link to a directory for that directory; not every mv knows it.
        shell.ask("""
                mv -fT "$1" "$2" 2>/dev/null && exit 0
                [ ! -d "$2" ] || { echo "is a directory" >&2; exit 1; }
                exec mv -f "$1" "$2"
                """, plain(from), plain(to));
    }

    @Override
    public void remove(String path) throws IOException {
        // Without -f, rm could ask; with it, it is silent where there is nothing.
        shell.ask("""
                [ -e "$1" ] || [ -L "$1" ] || { echo "there is no such file or directory" >&2; exit 1; }
                exec rm -f "$1"
                """, plain(path));
    }

    @Override
    public void interrupt() {
        shell.interrupt();
    }

    /** The path as no program takes it for an option. */
    private static String plain(String path) {
        return path.startsWith("/") ? path : "./" + path;
    }
}
