package jfab.training.engine.torch;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The steps that a device has been given and of which the host does not know yet how they went.
 *
 * <p>Nobody waits for a loss to be looked at. The device itself raises a flag, which stays up, once a loss is no finite number, and
 * whatever would change a parameter or what is kept beside it does nothing as long as it is up, as with {@code found_inf} in PyTorch's
 * {@code GradScaler}. The host looks at the flag of earlier steps when it begins the next one, and at that of all steps when it reads
 * a value.
 */
final class InFlight implements AutoCloseable {
    private static final FusedKernel RAISE = FusedKernel.named("aten::_amp_foreach_non_finite_check_and_unscale_");

    /** So many steps the host may be ahead: what they fetch is kept until then. */
    private static final int MOST = 32;

    /**
     * A training step.
     *
     * @param number from 1
     * @param counts what the counters on the host said before it
     */
    private record Begun(long number, List<Long> counts) {}

    private final DeviceMemory memory;
    private final Supplier<List<Tensor>> counters;
    private final Supplier<Optional<String>> spoiled;
    /** 1 for each step, and 1 once a loss was not finite. */
    private final Tensor flags;
    /** The sums of the flags over all runs; those that train nothing count as one, and as none gone wrong. */
    private final Tensor sums;

    private final Tensor seen;
    private final Tensor one;
    private final Tensor idle;
    private final Deque<Begun> begun = new ArrayDeque<>();
    private final Deque<Arriving> arriving = new ArrayDeque<>();
    private final Set<String> losses = new LinkedHashSet<>();
    private long steps;
    /** Whether a training step has begun and not come to its end. */
    private boolean open;
    /** Whether there was a step in which parameters had been changed before a loss of it was looked at. */
    private boolean changedBefore;

    /**
     * @param counters that live on the host
     * @param spoiled a parameter that is no finite number; asked for where a loss is none
     */
    InFlight(DeviceMemory memory, Supplier<List<Tensor>> counters, Supplier<Optional<String>> spoiled) {
        this.memory = memory;
        this.counters = counters;
        this.spoiled = spoiled;
        try (var _ = new PointerScope()) {
            flags = kept(torch.zeros(new long[] {2}, memory.options(ScalarType.Float)));
            sums = kept(torch.zeros(new long[] {2}, memory.options(ScalarType.Double)));
            one = kept(torch.ones(new long[] {1}, memory.options(ScalarType.Float)));
            seen = kept(memory.staging(new long[] {2}, ScalarType.Double).zero_());
            flags.narrow(0, 0, 1).fill_(new Scalar(1.0));
            idle = kept(flags.clone());
        }
    }

    /** A program is about to run: throws where an earlier step is known to have gone wrong. */
    synchronized void begin() {
        look();
        if (open) {
            // It came to no end: its flag was never added up.
            begun.removeLast();
            open = false;
        }
    }

    /** What begins is training step {@code number}. */
    synchronized void train(long number) {
        open = true;
        begun.addLast(new Begun(
                number,
                counters.get().stream()
                        .map(count -> count.data_ptr_long().get())
                        .toList()));
    }

    /**
     * Raises the flag where one of {@code values} is no finite number.
     *
     * @param changed whether the losses before these have been learned from already
     */
    synchronized void check(List<String> names, List<Tensor> values, boolean changed) {
        losses.addAll(names);
        changedBefore |= changed;
        RAISE.call(
                FusedKernel.list(values.stream()
                        .map(value -> value.detach().clone().view(1))
                        .toList()),
                new IValue(raised()),
                new IValue(one));
    }

    /** 1 where the flag is up, else 0. */
    Tensor raised() {
        return flags.narrow(0, 1, 1);
    }

    /** Does {@code update}, which changes {@code changed} in place and has no kernel that looks at the flag by itself. */
    void guard(List<Tensor> changed, Runnable update) {
        List<Tensor> before = changed.stream().map(Tensor::clone).toList();
        update.run();
        Tensor up = raised().gt(new Scalar(0.0));
        for (int i = 0; i < changed.size(); i++) {
            Tensor now = changed.get(i);
            now.copy_(torch.where(up, before.get(i), now));
        }
    }

    /** A run has been handed over, and what of it is fetched: the host learns of it when that has arrived. */
    synchronized void end() {
        steps++;
        sums.add_(open ? flags : idle);
        open = false;
        memory.download(seen, sums);
        while (begun.size() > MOST) {
            begun.removeFirst();
        }
    }

    /** A value of the run that is being handed over, which is waited for when it is read. */
    synchronized HostTensor fetch(Tensor value) {
        TorchTensor shown = new TorchTensor(value, memory);
        Tensor staged = kept(
                memory.staging(value.sizes().vec().get(), value.scalar_type().intern()));
        memory.download(staged, value);
        Arriving coming = new Arriving(staged, steps + 1, Math.toIntExact(shown.byteSize()));
        arriving.addLast(coming);
        return HostTensor.later(shown.shape(), shown.type(), () -> read(coming));
    }

    private synchronized ByteBuffer read(Arriving value) {
        if (value.content == null) {
            settle();
        }
        return Objects.requireNonNull(value.content);
    }

    /** Waits for all steps, and throws where one of them has gone wrong. */
    synchronized void settle() {
        try (var _ = new PointerScope()) {
            memory.await();
            look();
        }
    }

    /** Throws where a loss of the step under way, or of one before it, is no finite number; waits for it. */
    synchronized void settleLosses() {
        try (var _ = new PointerScope()) {
            if (memory.number(raised()) > 0) {
                sums.add_(flags);
                memory.download(seen, sums);
                settle();
            }
        }
    }

    private void look() {
        DoublePointer arrived = seen.data_ptr_double();
        if (steps - arrived.get(0) >= MOST) {
            memory.await();
        }
        take((long) arrived.get(0));
        if (arrived.get(1) > 0) {
            memory.await();
            take(steps);
            throw failure((long) arrived.get(1));
        }
    }

    /** Takes the values of the first {@code done} steps off the device's way. */
    private void take(long done) {
        while (!arriving.isEmpty() && arriving.getFirst().step <= done) {
            arriving.removeFirst().take();
        }
    }

    /** Goes back to before the first of the {@code wrong} last steps, from which nothing on the device has changed. */
    private EngineException failure(long wrong) {
        Begun first = begun.stream()
                .skip(Math.max(0, begun.size() - wrong))
                .findFirst()
                .orElseThrow();
        List<Tensor> now = counters.get();
        for (int i = 0; i < first.counts().size(); i++) {
            now.get(i).data_ptr_long().put(first.counts().get(i));
        }
        begun.clear();
        open = false;
        raised().zero_();
        sums.zero_();
        seen.zero_();
        steps = 0;
        return new EngineException((losses.size() == 1
                        ? "the loss '" + losses.iterator().next() + "' is"
                        : "one of the losses '" + String.join("', '", losses) + "' is")
                + " NaN or infinite in training step " + first.number() + " of this process; "
                + GradientKernels.changed(changedBefore, spoiled));
    }

    private static Tensor kept(Tensor tensor) {
        tensor.retainReference();
        return tensor;
    }

    @Override
    public synchronized void close() {
        try {
            settle();
        } finally {
            arriving.forEach(Arriving::take);
            for (Tensor tensor : List.of(flags, sums, one, idle, seen)) {
                tensor.releaseReference();
            }
        }
    }

    /** A value on its way to the host. */
    private static final class Arriving {
        private final Tensor staged;
        private final long step;
        private final int bytes;
        private @Nullable ByteBuffer content;

        Arriving(Tensor staged, long step, int bytes) {
            this.staged = staged;
            this.step = step;
            this.bytes = bytes;
        }

        /** It has arrived. */
        void take() {
            content = ByteBuffer.allocate(bytes)
                    .put(TorchTensor.view(staged, 0, bytes))
                    .flip();
            staged.releaseReference();
        }
    }
}
