package jfab.control.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import jfab.script.Words;

/**
 * All that was set on all levels. Filled while the command line and the fabfile are read; then any thread may look.
 *
 * <p>Besides jfab's own keys there are those that the fabfile declares.
 */
public final class Settings {
    private final Set<String> own;
    private final Set<String> flagsOnly;
    private final Set<String> mentioned = ConcurrentHashMap.newKeySet();
    private final Map<String, NavigableMap<Level, Setting>> made = new ConcurrentHashMap<>();

    /**
     * Settings of which none is made.
     *
     * @param own jfab's keys
     * @param flagsOnly words of flags that make no sense as settings
     */
    public Settings(Set<String> own, Set<String> flagsOnly) {
        this.own = Set.copyOf(own);
        this.flagsOnly = Set.copyOf(flagsOnly);
    }

    /** Settings for a fabfile that is read without a command line. */
    public static Settings none() {
        return new Settings(Set.of(), Set.of());
    }

    /** Makes {@code setting}, in place of what its level says about its key. */
    public void make(Setting setting) {
        if (flagsOnly.contains(setting.key())) {
            throw new SettingException(setting.origin() + ": '" + setting.key()
                    + "' cannot be set; it is only a flag, --" + setting.key());
        }
        NavigableMap<Level, Setting> levels = new TreeMap<>(made.getOrDefault(setting.key(), new TreeMap<>()));
        levels.put(setting.level(), setting);
        made.put(setting.key(), levels);
    }

    /**
     * Checks, once the fabfile has been read, what it declares: a key that nothing in it reads, and that is nearly one of jfab's, was
     * mistyped. One that it reads is its own, however near.
     *
     * @param reads whether the fabfile reads a key; asked only for one that is nearly jfab's
     */
    public void checkDeclared(Predicate<String> reads) {
        for (Setting setting : all()) {
            boolean declared = setting.level() == Level.FABFILE || setting.level() == Level.PROFILE;
            if (declared && !own.contains(setting.key())) {
                Words.misspelt(setting.key(), own)
                        .filter(near -> !reads.test(setting.key()))
                        .ifPresent(near -> {
                            throw new SettingException(setting.origin() + ": no setting '" + setting.key()
                                    + "'; did you mean '" + near + "'? One of its own the fabfile reads, with setting('"
                                    + setting.key() + "')");
                        });
            }
        }
    }

    /** Makes {@code key} mean something, because the fabfile reads it. */
    public void mention(String key) {
        mentioned.add(Setting.key(key));
    }

    /** What the highest level says about {@code key}. */
    public Optional<Setting> find(String key) {
        return Optional.ofNullable(made.get(Setting.key(key)))
                .map(NavigableMap::lastEntry)
                .map(Map.Entry::getValue);
    }

    /** What {@code level} says about {@code key}. */
    public Optional<Setting> find(String key, Level level) {
        return Optional.ofNullable(made.get(Setting.key(key))).map(levels -> levels.get(level));
    }

    /** The keys that mean something: jfab's, and the fabfile's. */
    public Set<String> known() {
        Set<String> known = new TreeSet<>(own);
        known.addAll(mentioned);
        made.forEach((key, levels) -> {
            if (levels.containsKey(Level.FABFILE) || levels.containsKey(Level.PROFILE)) {
                known.add(key);
            }
        });
        return known;
    }

    /**
     * Checks, after the fabfile has been read, that every setting means something.
     *
     * <p>The user's file and the environment serve other fabfiles too: what they say is refused only where it looks like a
     * known key that was mistyped.
     */
    public void check() {
        Set<String> known = known();
        for (Setting setting : all()) {
            boolean shared = setting.level() == Level.USER || setting.level() == Level.ENVIRONMENT;
            if (!known.contains(setting.key())
                    && (!shared || Words.misspelt(setting.key(), known).isPresent())) {
                String near = Words.suggestion(setting.key(), known);
                throw new SettingException(setting.origin() + ": no setting '" + setting.key() + "'"
                        + (near.isEmpty()
                                ? "; a fabfile makes one with: settings " + setting.key() + ": 'value'"
                                : near));
            }
        }
    }

    private Collection<Setting> all() {
        List<Setting> all = new ArrayList<>();
        new TreeMap<>(made).values().forEach(levels -> all.addAll(levels.values()));
        return all;
    }
}
