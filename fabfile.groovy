// Training on two machines that are reached over SSH, a parameter server and a trainer on each.
// Log in with a key, or let jfab ask for the password: --prompt-for-login-password.

hosts 'root@172.16.0.5', 'root@172.16.0.6'

training {
    program 'examples/mnist_conv.groovy'  // the network and its training loop
    port    6173                          // where the parameter server of each host listens
    rootDir 'work'                        // jobs are kept here, in the home directory of each host
}

include 'tasks/start.groovy'  // the tasks about jobs that have been started come with the training block
