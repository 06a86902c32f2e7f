// Tasks in namespaces, around each other, with choices, settings and values.
//
//     jfab -f examples/fabfiles/custom_tasks.groovy --list
//     jfab -f examples/fabfiles/custom_tasks.groovy -H web1,web2 site --mode=full
//     jfab -f examples/fabfiles/custom_tasks.groovy -H web1 --set root=/srv/test site.check

settings root: '/tmp/site', number: 1

namespace('site') {
    task('publish', 'Build the site and put it in place', default: true, aliases: ['pub'],
            choices: [mode: ['quick', 'full']], help: [mode: 'full builds the search index too'],
            mode: 'quick') { c, mode ->
        // Not before: a host that has the lock is to publish, and to unlock, also where another host is refused it.
        invoke('lock')
        invoke('place', mode)
    }

    // Its own task, so that only who has the lock unlocks: it does not begin where the lock was refused.
    task('place', hidden: true, before: calling('clean', keep: 2), after: 'check', always: 'unlock') { c, mode ->
        def version = invoke('version')
        c.run("mkdir -p $settings.root/$version && echo $mode > $settings.root/$version/index.html")
        version
    }

    task('check', 'Show what is in place') { c ->
        c.run("cd $settings.root && ls -d v* && cat \$(ls -d v* | tail -n 1)/index.html")
    }

    task('clean', 'Remove old versions', keep: 3) { c, keep ->
        c.run("cd $settings.root && ls -d v* 2>/dev/null | head -n -$keep | xargs -r rm -rf")
    }

    // Two publishers at a time would spoil the site: mkdir succeeds for one of them.
    task('lock', hidden: true) { c -> c.run("mkdir -p $settings.root && mkdir $settings.root/.lock") }

    task('unlock', hidden: true) { c -> c.run("rmdir $settings.root/.lock") }

    task('version', 'Choose one version for all hosts', hidden: true, once: true) { c ->
        "v$settings.number".toString()
    }
}
