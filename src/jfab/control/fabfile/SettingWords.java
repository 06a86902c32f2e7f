package jfab.control.fabfile;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words for settings: those of jfab, which its flags have as well, and those that the fabfile makes for itself.
 *
 * <p>A value comes from the highest level that has one: the command line, with a flag or {@code --set region=eu}; the
 * environment, {@code JFAB_REGION}; the profiles that are chosen; the fabfile; the user's file {@code ~/.config/jfab/settings} with lines
 * {@code region = eu}. What comes as text is read as the kind of value that the fabfile gives: a whole number, a number, true
 * or false, a list with commas. {@code jfab --explain-settings} shows which level each value comes from.
 *
 * <pre>{@code
 * settings poolSize: 16, connectTimeout: 5    // as --pool-size 16 --connect-timeout 5
 * settings region: 'eu', replicas: 3          // the fabfile's own, with their defaults
 *
 * task('where') { c -> println "${settings.region} ${setting('replicas')}" }
 * }</pre>
 */
public interface SettingWords {
    /** Sets and declares settings: {@code settings poolSize: 16, region: 'eu'}; {@code settings.region} reads one. */
    void settings(Map<String, ?> values);

    /** The value of a setting, anywhere in the fabfile: {@code setting('region')}. */
    @Nullable
    Object setting(String key);

    /**
     * The value of a setting, or {@code fallback} where no level has one: {@code setting('region', 'eu')}.
     *
     * <p>At the top of the fabfile this declares the setting, as {@code settings region: 'eu'} does. What only the body of a
     * task reads is not known when the command line is checked, so declare what {@code --set} may give.
     */
    @Nullable
    Object setting(String key, @Nullable Object fallback);
}
