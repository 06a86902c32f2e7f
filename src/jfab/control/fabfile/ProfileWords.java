package jfab.control.fabfile;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;

/** The word for what differs from one place to another: which hosts, and how they are used. */
public interface ProfileWords {
    /** Declares a profile without description: {@code profile('staging') { hosts 'test1' }}. */
    default void profile(
            String name, @DelegatesTo(value = FabfileWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block) {
        profile(name, "", block);
    }

    /**
     * Declares a profile. The first words of the command line choose it, as does {@code --profile}, and only then {@code block} runs,
     * after all else in the fabfile.
     *
     * <ul>
     *   <li>{@code hosts} replaces the fabfile's hosts, {@code role} those of the role; {@code -H}, {@code -R} and a task's own hosts go before them.
     *   <li>{@code host} adds what is known of hosts.
     *   <li>{@code settings} goes before the fabfile's, and behind the environment and the command line. What is set without {@code def},
     *       as in {@code branch = 'stable'}, is seen by every task.
     *   <li>Of several profiles that are chosen, all hosts count, and of settings the last ones.
     * </ul>
     *
     * <pre>{@code
     * profile('production', 'What customers see') {
     *     hosts 'web[1-4].example.org'
     *     settings batch: '1', replicas: 4
     * }
     *
     * task('deploy') { c -> println setting('replicas') }   // jfab production deploy
     * }</pre>
     */
    void profile(
            String name,
            String description,
            @DelegatesTo(value = FabfileWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block);
}
