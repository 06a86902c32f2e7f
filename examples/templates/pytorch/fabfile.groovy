// A PyTorch job: package/train.py with DistributedDataParallel, as torchrun would start it on every host. The hosts have PyTorch.
//
//   jfab -n cluster-train -p package     shows what would be sent and started, and connects to nobody
//   jfab cluster-train -p package        trains, shows what the processes print, and ends with their exit code
//   jfab status, watch, tail-log, fetch, report, kill     from another terminal, or another machine with this file

cluster {
    hosts    'user@host1', 'user@host2'                 // yours; names, users and keys of ~/.ssh/config count
    rootDir  'jobs'                                     // jobs are kept here, in the home directory of each host
    trainers each: 1                                    // processes on each host: as many as it has GPUs, of which each has one
    command  role: 'trainer', ['python3', 'train.py']
    restart  trainer: 3                                 // all begin again together, and train.py goes on from its checkpoint
    progress ~/step (\d+) loss (\S+)/                   // what watch and report show
}
