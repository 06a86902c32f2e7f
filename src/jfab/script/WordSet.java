package jfab.script;

import groovy.lang.GroovyObjectSupport;
import groovy.lang.MetaMethod;
import groovy.lang.MissingMethodException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
            List<MetaMethod> ways = InvokerHelper.getMetaClass(family).respondsTo(family, name).stream()
                    .filter(MetaMethod::isPublic)
                    .toList();
            if (!ways.isEmpty()) {
                Object[] given = InvokerHelper.asArray(arguments);
                if (given.length == 0 && ways.stream().noneMatch(WordSet::takesNothing)) {
                    throw new WrongArguments(new MissingMethodException(name, family.getClass(), given));
                }
                return invoke(family, name, arguments);
            }
        }
        throw new MissingMethodException(name, WordSet.class, InvokerHelper.asArray(arguments));
    }

    /** For the one argument that is missing Groovy passes null, which only a word with named arguments knows. */
    private static boolean takesNothing(MetaMethod way) {
        Class<?>[] types = way.getNativeParameterTypes();
        return types.length == 0 || way.isVargsMethod() || (types.length == 1 && types[0] == Map.class);
    }

    private static Object invoke(Object family, String name, Object arguments) {
        try {
            return InvokerHelper.invokeMethod(family, name, arguments);
        } catch (MissingMethodException e) {
            if (e.getType() == family.getClass() && e.getMethod().equals(name)) {
                // The script would look for a method of its own, and forget whose word it is.
                throw new WrongArguments(e);
            }
            throw e;
        }
    }

    /** A word that exists was called with what it does not take. */
    static final class WrongArguments extends RuntimeException {
        private final transient MissingMethodException call;

        WrongArguments(MissingMethodException call) {
            super(call);
            this.call = call;
        }

        MissingMethodException call() {
            return call;
        }
    }
}
