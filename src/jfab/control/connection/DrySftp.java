package jfab.control.connection;

import java.util.List;
import java.util.function.Consumer;
import jfab.control.connection.files.Sftp;
import org.jspecify.annotations.Nullable;

/** The files of a dry run: there are none, and every change is taken for made. */
record DrySftp(Consumer<String> show) implements Sftp {
    @Override
    public @Nullable Stat stat(String path) {
        show.accept("sftp: stat " + path);
        return null;
    }

    @Override
    public List<String> listdir(String path) {
        show.accept("sftp: listdir " + path);
        return List.of();
    }

    @Override
    public void mkdir(String path) {
        show.accept("sftp: mkdir " + path);
    }

    @Override
    public void rmdir(String path) {
        show.accept("sftp: rmdir " + path);
    }

    @Override
    public void remove(String path) {
        show.accept("sftp: remove " + path);
    }

    @Override
    public void rename(String from, String to) {
        show.accept("sftp: rename " + from + " to " + to);
    }

    @Override
    public void chmod(String path, int mode) {
        show.accept("sftp: chmod " + path + " to " + Integer.toOctalString(mode));
    }

    @Override
    public String readlink(String path) {
        show.accept("sftp: readlink " + path);
        return "";
    }

    @Override
    public void symlink(String target, String path) {
        show.accept("sftp: symlink " + path + " to " + target);
    }
}
