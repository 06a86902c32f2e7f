// What test/bench/training puts behind the network of an example, which ends where its place is defined: each of two trainers prints
// "ROUND KIND SAMPLES" per round and kind of work, with the samples per second
//
//   one    of its own while the other waits,
//   two    of its own while both train together,
//   apart  of its own while both train without each other.
//
// All in the same two processes and turn by turn, since a machine's speed changes within minutes, and a process's with its memory.

def exe = Executor(CPUPlace())
def feeder = DataFeeder(feed_list: inputs, place: CPUPlace())
def together = t.get_trainer_program()
exe.run(t.get_startup_program())
// In a job jfab refuses a step that the others do not hear of: this engine is of no job.
def own = jfab.training.engine.torch.Torch.open(CPUPlace(), jfab.training.engine.ParameterExchange.none())
def alone = own.newScope()
own.run(default_startup_program(), [:], [], alone)

def batches = []
for (samples in train_reader) {
    batches << [feeder.feed(samples), samples.size()]
    if (batches.size() == 4) break
}

def meetings = 0
def meet = {
    meetings++
    new File("met-${meetings}-${trainer_id()}").text = ''
    def other = new File("met-${meetings}-${1 - trainer_id()}")
    for (def since = System.nanoTime(); !other.exists(); Thread.sleep(1)) {
        assert System.nanoTime() - since < 300e9d: "the other trainer does not come to meeting $meetings"
    }
}

def step_together = { feed -> exe.run(together, feed: feed, fetch_list: fetched) }
def step_alone = { feed -> own.run(default_main_program(), feed, fetched*.name(), alone) }

/* Takes steps while a condition of their number and the seconds since the first holds: samples per second. */
def seconds = 0.0d
def work = { step, more ->
    def (taken, samples, since) = [0, 0, System.nanoTime()]
    for (seconds = 0.0d; more(taken, seconds); seconds = (System.nanoTime() - since) / 1e9d) {
        def (feed, size) = batches[taken % batches.size()]
        step(feed)
        taken++
        samples += size
    }
    samples / seconds
}
def some = { taken, _ -> taken < steps }

// With the first step of all, each waits for the others to begin.
work(step_together) { taken, _ -> taken < 1 }

for (round in 0..rounds) {
    def rates = [:]
    meet()
    if (trainer_id() == 0) rates.one = work(step_alone, some)
    meet()
    rates.two = work(step_together, some)
    def took = seconds
    meet()
    if (trainer_id() == 1) rates.one = work(step_alone, some)
    meet()
    rates.apart = work(step_alone) { _, passed -> passed < took }
    // The first round is one of warming up.
    if (round > 0) rates.each { kind, rate -> println "$round $kind ${String.format('%.3f', rate as double)}" }
}
meet()
