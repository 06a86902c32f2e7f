package jfab.tools;

/** The program of the line through the prices of houses that tests train, up to its first step. */
public final class FitALine {
    /** The network: 13 features {@code x}, a price {@code y}, and the {@code cost} of the line. */
    public static final String NETWORK = """
            def x = data(name: 'x', shape: [13], dtype: 'float32')
            def y = data(name: 'y', shape: [1], dtype: 'float32')
            def cost = mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
            """;

    /** What follows the optimizer: a server serves here to its end, a trainer goes on with {@code exe} and {@code feeder}. */
    public static final String JOB = """
            def t = DistributeTranspiler()
            t.transpile()
            def exe = Executor(CPUPlace())
            exe.run(t.get_startup_program())
            if (training_role() == 'pserver') { exe.run(t.get_pserver_program()); return }
            def feeder = DataFeeder(feed_list: [x, y], place: CPUPlace())
            """;

    /** The network, an optimizer, and the job. */
    public static final String PROGRAM = NETWORK + "SGD(learning_rate: 0.001).minimize(cost)\n" + JOB;

    private FitALine() {}
}
