package jfab.control.launch;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Chromium without a window, and without any host that it could ask but this one. */
public final class Browser {
    private static final String FRAMES = """
            <!DOCTYPE html><html><head><link rel="icon" href="data:,"></head><body>
            THE-FRAMES
            <script>addEventListener('load', () => {
              for (const frame of document.querySelectorAll('iframe')) {
                const page = frame.contentDocument.documentElement
                let points = 0
                for (const path of page.querySelectorAll('svg path.line'))
                  if (path.getTotalLength() > 0) points += path.getAttribute('d').split('L').length
                const seen = document.createElement('pre')
                seen.textContent = 'hidden ' + (page.scrollWidth - page.clientWidth) + ' points ' + points + ' asked ['
                  + frame.contentWindow.performance.getEntriesByType('resource').map(each => each.name).join(' ')
                  + '] text ' + page.innerText
                document.body.append(seen)
              }
            })</script></body></html>
            """;
    private static final Pattern SEEN =
            Pattern.compile("<pre>hidden (-?\\d+) points (\\d+) asked \\[(.*?)] text (.*?)</pre>", Pattern.DOTALL);

    private Browser() {}

    /**
     * What the browser made of the page.
     *
     * @param hidden how much of the page's width is only seen by scrolling
     * @param points of all curves that have a length
     * @param asked addresses that the page had the browser ask for
     */
    record Seen(int hidden, int points, String asked, String text) {}

    /** Opens {@code page} in frames of these widths, side by side. */
    static List<Seen> look(Path page, Path profile, int... widths) throws IOException, InterruptedException {
        String frames = IntStream.of(widths)
                .mapToObj(
                        "<iframe src=\"/page.html\" width=\"%d\" height=\"900\" style=\"border:0\"></iframe>"
                                ::formatted)
                .collect(Collectors.joining("\n"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(server, "/frames.html", FRAMES.replace("THE-FRAMES", frames).getBytes(StandardCharsets.UTF_8));
        serve(server, "/page.html", Files.readAllBytes(page));
        server.start();
        try {
            String dom = dom("http://127.0.0.1:" + server.getAddress().getPort() + "/frames.html", profile);
            List<Seen> all = new ArrayList<>();
            Matcher seen = SEEN.matcher(dom);
            while (seen.find()) {
                all.add(new Seen(
                        Integer.parseInt(seen.group(1)),
                        Integer.parseInt(seen.group(2)),
                        seen.group(3),
                        seen.group(4)));
            }
            if (all.size() != widths.length) {
                throw new IOException("the page did not load: " + dom);
            }
            return all;
        } finally {
            server.stop(0);
        }
    }

    private static void serve(HttpServer server, String path, byte[] body) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    /** The page at {@code address}, after its scripts have run. */
    public static String dom(String address, Path profile) throws IOException, InterruptedException {
        Path dom = Files.createDirectories(profile).resolve("dom.html");
        Process chromium = new ProcessBuilder(
                        "chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-proxy-server",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        "--user-data-dir=" + profile,
                        "--window-size=1700,1000",
                        "--dump-dom",
                        address)
                .redirectOutput(dom.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!chromium.waitFor(60, TimeUnit.SECONDS)) {
            chromium.destroyForcibly();
            throw new IOException("the browser does not end");
        }
        return Files.readString(dom);
    }
}
