// What test/bench/training puts behind a network: writes down its first four batches and its first values, then takes as many steps as
// each line of standard input says, and answers with the milliseconds of a step by the clock, those of all the processor's time that this
// process took, the compiler's and the collector's included, and what the last step fetched.

def processor = { ProcessHandle.current().info().totalCpuDuration().get().toNanos() }
def exe = Executor(CPUPlace())
def feeder = DataFeeder(feed_list: inputs, place: CPUPlace())
def program = t.get_trainer_program()
exe.run(t.get_startup_program())

def batches = []
for (samples in train_reader) {
    batches << feeder.feed(samples)
    if (batches.size() == 4) break
}
batches.eachWithIndex { feed, i ->
    jfab.training.engine.checkpoint.Safetensors.write(java.nio.file.Path.of("batch-$i"), feed)
}

def taken = 0
def values = []
def steps = { count ->
    count.times { values = exe.run(program, feed: batches[taken++ % 4], fetch_list: fetched).collect { it.mean() } }
}
// A row of a sparse table has no value to write down before it has been changed.
if (flag('touch', 0)) steps(4)
save_persistables(exe, 'first', program)

def input = new BufferedReader(new InputStreamReader(System.in))
println 'ready'
for (def line = input.readLine(); line; line = input.readLine()) {
    def count = line as int
    def (since, used) = [System.nanoTime(), processor()]
    steps(count)
    println([System.nanoTime() - since, processor() - used].collect { it / 1e6 / count }.plus(values).join(' '))
}
