// Makes the documentation as pages: target/site, of all Markdown that the README leads to. Run by Maven, with basedir.
// A link that leads nowhere ends the build. Links to other files of the repository are shown as text, as the pages stand alone.
import org.commonmark.ext.gfm.tables.TablesExtension
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension
import org.commonmark.ext.heading.anchor.IdGenerator
import org.commonmark.node.AbstractVisitor
import org.commonmark.node.Code
import org.commonmark.node.CustomNode
import org.commonmark.node.FencedCodeBlock
import org.commonmark.node.Heading
import org.commonmark.node.Image
import org.commonmark.node.IndentedCodeBlock
import org.commonmark.node.Link
import org.commonmark.node.Node
import org.commonmark.node.SoftLineBreak
import org.commonmark.node.Text
import org.commonmark.parser.Parser
import org.commonmark.renderer.html.HtmlRenderer
import groovy.json.JsonOutput
import java.nio.file.Files
import java.nio.file.Path

def root = project.basedir.toPath()
def site = root.resolve('target/site')
def here = root.resolve('packaging/site')

// In the order of the menu; a page that is in none of these is an error.
def menu = [
    'Begin'    : ['README.md', 'docs/first-tasks.md', 'docs/tutorial.md', 'docs/coming-from-fabric.md', 'docs/coming-from-paddle.md', 'docs/compared.md', 'docs/benchmarks.md'],
    'Tasks'    : ['docs/fabfile.md', 'docs/warm.md', 'docs/library.md'],
    'Training' : ['docs/training.md', 'docs/own-data.md', 'docs/jobs.md', 'docs/engines.md', 'docs/json.md'],
    'Reference': ['docs/reference.md', 'docs/troubleshooting.md', 'docs/timers.md', 'SECURITY.md', 'CHANGELOG.md'],
    'Inside'   : ['docs/architecture.md', 'docs/decisions.md', 'docs/tests.md', 'CONTRIBUTING.md'],
]
def names = menu.values().flatten()
def found = [root, root.resolve('docs')].collectMany { folder -> folder.toFile().listFiles().findAll { it.name.endsWith('.md') }.collect { root.relativize(it.toPath()).toString() } }
assert (found as Set) == (names as Set): "the menu of packaging/site/site.groovy and the pages differ: ${(found + names - found.intersect(names)).unique()}"

def extensions = [TablesExtension.create(), HeadingAnchorExtension.create()]
def parser = Parser.builder().extensions(extensions).build()
def renderer = HtmlRenderer.builder().extensions(extensions).build()

def html = { String name -> name == 'README.md' ? 'index.html' : name.replaceFirst(/\.md$/, '.html') }
def words = { Node node ->
    def all = new StringBuilder()
    node.accept(new AbstractVisitor() {
        void visit(Text part) { all << part.literal }

        void visit(Code part) { all << part.literal }

        void visit(SoftLineBreak part) { all << ' ' }

        void visit(FencedCodeBlock part) { all << part.literal }

        void visit(IndentedCodeBlock part) { all << part.literal }

        void visit(CustomNode part) {
            visitChildren(part)
            all << ' '
        }
    })
    all.toString().replaceAll(/\s+/, ' ').strip()
}
def escape = { it.toString().replace('&', '&amp;').replace('<', '&lt;') }
def headings = { Node page ->
    def ids = IdGenerator.builder().build()
    def all = []
    page.accept(new AbstractVisitor() {
        void visit(Heading heading) { all << [node: heading, title: words(heading), id: ids.generateId(words(heading))] }
    })
    all
}
def pages = names.collectEntries { [it, parser.parse(root.resolve(it).toFile().getText('UTF-8'))] }
def anchors = pages.collectEntries { name, page -> [name, headings(page)] }

def lead = { String name, Link link ->
    def target = link.destination
    if (target =~ /^https?:/) {
        return
    }
    def (file, anchor) = target.contains('#') ? target.split('#', 2) : [target, '']
    def path = file ? root.relativize(root.resolve(name).resolveSibling(file).normalize()).toString() : name
    assert Files.exists(root.resolve(path)): "$name: a link leads to $path, which is not there"
    if (pages.containsKey(path)) {
        assert !anchor || anchors[path]*.id.contains(anchor): "$name: a link leads to $path#$anchor, and no heading there has that name"
        def relative = root.resolve(html(name)).parent.relativize(root.resolve(html(path))).toString()
        link.destination = (path == name && anchor ? '' : relative) + (anchor ? "#$anchor" : '')
    } else if (path.startsWith('docs/')) {
        def copy = site.resolve(path)
        Files.createDirectories(copy.parent)
        copy.toFile().bytes = root.resolve(path).toFile().bytes
    } else {
        for (def inside = link.firstChild; inside != null; inside = link.firstChild) {
            link.insertBefore(inside)
        }
        link.unlink()
    }
}

site.toFile().deleteDir()
Files.createDirectories(site.resolve('docs'))
def index = []
pages.each { name, page ->
    def links = []
    page.accept(new AbstractVisitor() {
        void visit(Link link) { links << link }

        void visit(Image image) {
            def file = root.relativize(root.resolve(name).resolveSibling(image.destination).normalize()).toString()
            def copy = site.resolve(file)
            Files.createDirectories(copy.parent)
            copy.toFile().bytes = root.resolve(file).toFile().bytes
        }
    })
    links.each { lead(name, it) }
    def heads = anchors[name]
    heads.eachWithIndex { head, i ->
        def body = new StringBuilder()
        for (def node = head.node.next; node != null && !(node instanceof Heading); node = node.next) {
            body << words(node) << ' '
        }
        index << [page: heads.first().title, title: head.title, url: html(name) + (i ? "#$head.id" : ''), text: body.toString().strip()]
    }
    def up = name.contains('/') ? '../' : ''
    def titles = { String other -> other == 'README.md' ? 'jfab' : escape(anchors[other].first().title) }
    def item = { String other -> """<li><a href="$up${html(other)}"${other == name ? ' aria-current="page"' : ''}>${titles(other)}</a></li>""" }
    def nav = menu.collect { group, inside -> "<h2>$group</h2>\n<ul>\n${inside.collect(item).join('\n')}\n</ul>" }.join('\n')
    // Wide tables scroll by themselves, also by the keyboard.
    def body = renderer.render(page).replace('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>').replace('</table>', '</table></div>')
        .replace('<pre>', '<pre tabindex="0">')
    def title = heads.first().title
    def template = here.resolve('page.html').toFile().getText('UTF-8')
    site.resolve(html(name)).toFile().setText(template
        .replace('{title}', escape(title == 'jfab' ? title : "$title · jfab")).replace('{up}', up).replace('{menu}', nav).replace('{body}', body), 'UTF-8')
}
Files.createDirectories(site.resolve('editors'))
root.resolve('packaging/editors').toFile().eachFile { site.resolve("editors/$it.name").toFile().bytes = it.bytes }
site.resolve('index.js').toFile().setText('const sections = ' + JsonOutput.toJson(index) + '\n', 'UTF-8')
['site.css', 'search.js'].each { site.resolve(it).toFile().bytes = here.resolve(it).toFile().bytes }
site.resolve('fuse.js').toFile().bytes = getClass().classLoader.getResourceAsStream('META-INF/resources/webjars/fuse.js/7.1.0/dist/fuse.min.js').bytes
log.info("${pages.size()} pages in $site")
