// A training job of jfab's own engine: the program in package/train.groovy, on two hosts.
//
//   jfab -n cluster-train -p package     shows what would be sent and started, and connects to nobody
//   jfab cluster-train -p package        trains, shows what the processes print, and ends with their exit code
//   jfab status, watch, tail-log, fetch, report, kill     from another terminal, or another machine with this file

cluster {
    hosts    'user@host1', 'user@host2' // yours; names, users and keys of ~/.ssh/config count
    rootDir  'jobs'                     // jobs are kept here, in the home directory of each host
    pservers each: 1                    // with 0, trainers average their gradients among themselves
    trainers each: 1
    program  'train.groovy'
    restart  pserver: 3, trainer: 3     // how often what fails begins again, from the last checkpoint
    environment JFAB_ON_FAILURE: 'restart', JFAB_CHECKPOINT_DIR: 'checkpoints'
}
