package jfab.control.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.LocalFiles;
import jfab.control.launch.LaunchException;

/** A report on this machine's disk; each file appears whole. */
public final class ReportFiles {
    private ReportFiles() {}

    /** Writes the page. */
    public static void page(JobReport report, Path file) {
        byte[] page = Page.of(report).getBytes(StandardCharsets.UTF_8);
        write(file, out -> out.write(page));
    }

    /** Writes every chart into {@code folder}; gives the files. */
    public static List<Path> pictures(JobReport report, Path folder) {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, Drawing> chart : Charts.of(report).entrySet()) {
            Path file = folder.resolve(chart.getKey() + ".png");
            write(file, out -> Png.write(chart.getValue(), out));
            files.add(file);
        }
        return files;
    }

    private static void write(Path file, LocalFiles.Content content) {
        Path whole = file.toAbsolutePath();
        try {
            if (LocalFiles.isDevice(whole)) {
                throw new LaunchException("report: " + file + " " + LocalFiles.DEVICE);
            }
            Path folder = whole.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            LocalFiles.replace(whole, content);
        } catch (IOException e) {
            throw new LaunchException("report: " + file + " cannot be written: " + e);
        }
    }
}
