package jfab.control.fabfile;

import java.util.Map;
import jfab.control.connection.command.Secret;

/** The words of the fabfile about what nobody is to read. */
public interface SecretWords {
    /**
     * Text that is {@code ***} in everything that jfab shows or writes down, and can be used wherever text can:
     * {@code def token = secret(readToken())}. It has 4 characters or more.
     */
    Secret secret(CharSequence value);

    /**
     * A secret that does not stand in the fabfile: {@code secret(env: 'TOKEN')} from an environment variable,
     * {@code secret(file: '~/.token')} from a file without its last line end, {@code secret(prompt: 'Token:')} typed by the
     * user without echo. It is fetched once, when it is first used, and masked from then on; a variable that is set is masked from
     * its declaration on.
     *
     * <pre>{@code
     * def token = secret(env: 'TOKEN')
     *
     * task('login') { c -> c.run('docker login -u me --password-stdin', in: token) }
     * }</pre>
     */
    Secret secret(Map<String, ?> source);
}
