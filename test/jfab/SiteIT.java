package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.SimpleFileServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.launch.Browser;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation as a site, which a build leaves in target/site, in a real browser: on a phone and on a desk. */
@Needs(Tool.CHROMIUM)
class SiteIT {
    private static final Path SITE = Path.of("target/site").toAbsolutePath();

    /** Looks at each page in frames of two widths, and writes down what is wrong and how much was looked at. */
    private static final String CHECK = """
            <!DOCTYPE html><html><head><link rel="icon" href="data:,"></head><body><script>
            const wrong = [], seen = { pages: 0, texts: 0, links: 0, stops: 0, found: 0 }
            function light(color) {
              const parts = color.match(/[\\d.]+/g).map(Number)
              const [r, g, b] = parts.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
              return { value: 0.2126 * r + 0.7152 * g + 0.0722 * b, clear: parts.length > 3 && parts[3] === 0 }
            }
            function look(frame, name, width) {
              const page = frame.contentDocument, view = frame.contentWindow
              const bad = text => wrong.push(name + ' at ' + width + ': ' + text)
              if (page.documentElement.scrollWidth > width) bad('is ' + page.documentElement.scrollWidth + ' wide')
              if (page.querySelectorAll('h1').length !== 1) bad('has ' + page.querySelectorAll('h1').length + ' h1')
              if (!page.title || page.documentElement.lang !== 'en') bad('lacks title or language')
              for (const entry of view.performance.getEntriesByType('resource'))
                if (!entry.name.startsWith(location.origin + '/')) bad('asks for ' + entry.name)
              const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
              while (walk.nextNode()) {
                const element = walk.currentNode.parentElement
                if (!walk.currentNode.data.trim() || element.closest('script') || !element.offsetParent) continue
                let behind = element
                while (behind && light(view.getComputedStyle(behind).backgroundColor).clear) behind = behind.parentElement
                const one = light(view.getComputedStyle(element).color).value
                const other = behind ? light(view.getComputedStyle(behind).backgroundColor).value : 1
                const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
                if (contrast < 4.5) bad('contrast ' + contrast.toFixed(1) + ' of ' + walk.currentNode.data.trim().slice(0, 40))
                seen.texts++
              }
              for (const link of page.querySelectorAll('a[href]')) {
                seen.links++
                const to = new URL(link.href)
                if (to.origin !== location.origin) { if (to.protocol !== 'https:') bad('leads to ' + link.href) }
                else linked.add(to.pathname + '|' + decodeURIComponent(to.hash.slice(1)) + '|' + name)
              }
              for (const element of page.querySelectorAll('a[href], input, summary, pre, .wide')) {
                if (!element.checkVisibility()) continue
                element.focus()
                if (page.activeElement !== element) bad('the keyboard does not come to ' + element.outerHTML.slice(0, 80))
                else if (view.getComputedStyle(element).outlineStyle === 'none') bad('no focus is seen on ' + element.outerHTML.slice(0, 80))
                seen.stops++
              }
              const field = page.getElementById('search')
              field.value = 'restart checkpoint'
              field.dispatchEvent(new Event('input'))
              const hits = page.querySelectorAll('#found a')
              if (hits.length < 3) bad('the search finds ' + hits.length)
              for (const hit of hits) linked.add(new URL(hit.href).pathname + '||search of ' + name)
              field.value = 'qqqq'
              field.dispatchEvent(new Event('input'))
              if (!page.getElementById('found').innerText.includes('Nothing')) bad('the search finds what is not there')
              seen.found += hits.length
            }
            const linked = new Set()
            addEventListener('load', () => {
              for (const frame of document.querySelectorAll('iframe')) {
                try { look(frame, frame.dataset.name, Number(frame.width)) } catch (e) { wrong.push(frame.dataset.name + ': ' + e) }
                seen.pages++
              }
              const kept = {}
              for (const to of linked) {
                const [path, anchor, from] = to.split('|')
                if (!(path in kept)) {
                  const asked = new XMLHttpRequest()
                  asked.open('GET', path, false)
                  asked.send()
                  kept[path] = asked.status === 200 ? asked.responseText : null
                }
                if (kept[path] === null) wrong.push(from + ' leads to ' + path)
                else if (anchor && !kept[path].includes('id="' + anchor + '"')) wrong.push(from + ' leads to ' + path + '#' + anchor)
              }
              const told = document.createElement('pre')
              told.textContent = 'seen ' + Object.values(seen).join(' ') + ' wrong [' + wrong.join('; ') + ']'
              document.body.append(told)
            })
            </script>
            FRAMES
            </body></html>
            """;

    @TempDir
    Path folder;

    @Test
    void everyPageIsReadableOnAPhoneAndByTheKeyboardAndLeadsNowhereWrong() throws Exception {
        List<String> pages;
        try (Stream<Path> files = Files.walk(SITE)) {
            pages = files.filter(file -> file.toString().endsWith(".html"))
                    .map(file -> SITE.relativize(file).toString())
                    .sorted()
                    .toList();
        }
        String check = CHECK.replace(
                "FRAMES",
                pages.stream()
                        .flatMap(page -> Stream.of(360, 1280)
                                .map(width ->
                                        "<iframe src=\"/%s\" data-name=\"%1$s\" width=\"%d\" height=\"800\" style=\"border:0\"></iframe>"
                                                .formatted(page, width)))
                        .collect(Collectors.joining("\n")));
        var server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), SITE, SimpleFileServer.OutputLevel.NONE);
        server.createContext("/check.html", exchange -> {
            byte[] body = check.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String dom = Browser.dom(
                    "http://127.0.0.1:" + server.getAddress().getPort() + "/check.html", folder.resolve("profile"));
            Matcher told = Pattern.compile(
                            "<pre>seen (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) wrong \\[(.*?)]</pre>", Pattern.DOTALL)
                    .matcher(dom);
            assertTrue(told.find(), () -> dom.substring(Math.max(0, dom.length() - 2000)));
            assertEquals("", told.group(6));
            assertEquals(2 * pages.size(), Integer.parseInt(told.group(1)));
            assertTrue(pages.size() > 15, pages::toString);
            for (int group = 2; group <= 5; group++) {
                assertTrue(Integer.parseInt(told.group(group)) > 100, told.group());
            }
        } finally {
            server.stop(0);
        }
    }
}
