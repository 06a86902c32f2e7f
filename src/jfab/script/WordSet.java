package jfab.script;

import groovy.lang.GroovyObjectSupport;
import groovy.lang.MissingMethodException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.codehaus.groovy.runtime.InvokerHelper;

/** Several objects whose public methods are the words of one script; a word belongs to the first that has it. */
final class WordSet extends GroovyObjectSupport {
    private final List<Object> families;

    WordSet(List<?> families) {
        this.families = List.copyOf(families);
    }

    /** The names of all words. */
    Collection<String> names() {
        Collection<String> names = new TreeSet<>();
        families.forEach(family -> names.addAll(Words.of(family.getClass())));
        return names;
    }

    @Override
    public Object invokeMethod(String name, Object arguments) {
        for (Object family : families) {
            if (!InvokerHelper.getMetaClass(family).respondsTo(family, name).isEmpty()) {
                return InvokerHelper.invokeMethod(family, name, arguments);
            }
        }
        throw new MissingMethodException(name, WordSet.class, InvokerHelper.asArray(arguments));
    }
}
