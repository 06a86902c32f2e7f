package jfab.control.warm;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/** The standard streams of a program that somebody else starts. Closing it lets go of that other's ends; ours stay. */
final class ProgramStreams implements AutoCloseable {
    private final List<Integer> theirs = new ArrayList<>();
    private final OutputStream input;
    private final InputStream output;
    private final InputStream errors;

    /** Those that {@code program} asks for: pipes, or nothing. */
    ProgramStreams(ProcessBuilder program) throws IOException {
        input = program.redirectInput().equals(Redirect.PIPE) ? writing() : nothingWritten();
        output = program.redirectOutput().equals(Redirect.PIPE) ? reading() : nothingRead();
        errors = program.redirectError().equals(Redirect.PIPE) ? reading() : nothingRead();
    }

    /** The program's ends: input, output, errors. */
    int[] theirs() {
        return theirs.stream().mapToInt(Integer::intValue).toArray();
    }

    OutputStream input() {
        return input;
    }

    InputStream output() {
        return output;
    }

    InputStream errors() {
        return errors;
    }

    private OutputStream writing() throws IOException {
        int[] ends = Libc.pipe();
        theirs.add(ends[0]);
        try {
            return new FileOutputStream(opened(ends[1]));
        } finally {
            Libc.close(ends[1]);
        }
    }

    private InputStream reading() throws IOException {
        int[] ends = Libc.pipe();
        theirs.add(ends[1]);
        try {
            return new FileInputStream(opened(ends[0]));
        } finally {
            Libc.close(ends[0]);
        }
    }

    private OutputStream nothingWritten() throws IOException {
        theirs.add(Libc.nothing());
        return OutputStream.nullOutputStream();
    }

    private InputStream nothingRead() throws IOException {
        theirs.add(Libc.nothing());
        return InputStream.nullInputStream();
    }

    /** Java opens files alone: here, once more, what is open already. */
    private static String opened(int descriptor) {
        return "/proc/self/fd/" + descriptor;
    }

    @Override
    public void close() throws IOException {
        for (int descriptor : theirs) {
            Libc.close(descriptor);
        }
    }
}
