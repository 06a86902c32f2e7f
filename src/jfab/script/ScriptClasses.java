package jfab.script;

import groovy.lang.GroovyClassLoader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.tools.GroovyClass;

/**
 * A compiled script.
 *
 * @param script name of the class that is the script itself
 * @param bytes class files by class name
 */
record ScriptClasses(String script, Map<String, byte[]> bytes) {
    ScriptClasses {
        bytes = Map.copyOf(bytes);
    }

    /**
     * Compiles.
     *
     * @throws org.codehaus.groovy.control.CompilationFailedException with the mistakes of {@code text}
     */
    static ScriptClasses compile(String text, String fileName, CompilerConfiguration configuration) {
        ClassLoader parent = ScriptClasses.class.getClassLoader();
        CompilationUnit unit = new CompilationUnit(configuration, null, new GroovyClassLoader(parent, configuration));
        unit.addSource(fileName, text);
        unit.compile(Phases.CLASS_GENERATION);
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        for (GroovyClass compiled : unit.getClasses()) {
            bytes.put(compiled.getName(), compiled.getBytes());
        }
        String script =
                unit.getAST().getModules().getFirst().getClasses().getFirst().getName();
        return new ScriptClasses(script, bytes);
    }

    /** The script's class, in a loader of its own. */
    Class<?> load() throws ClassNotFoundException {
        return new Loader(bytes).loadClass(script);
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> bytes;

        Loader(Map<String, byte[]> bytes) {
            super(ScriptClasses.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] found = bytes.get(name);
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, found, 0, found.length);
        }
    }
}
