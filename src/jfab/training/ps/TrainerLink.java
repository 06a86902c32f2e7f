package jfab.training.ps;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import jfab.training.ps.ServerEvent.Aborted;
import jfab.training.ps.ServerEvent.Broken;
import jfab.training.ps.ServerEvent.CompareAsked;
import jfab.training.ps.ServerEvent.FedTold;
import jfab.training.ps.ServerEvent.HaveTold;
import jfab.training.ps.ServerEvent.IdsWanted;
import jfab.training.ps.ServerEvent.InitialArrived;
import jfab.training.ps.ServerEvent.JoinAsked;
import jfab.training.ps.ServerEvent.LayoutTold;
import jfab.training.ps.ServerEvent.Left;
import jfab.training.ps.ServerEvent.Marked;
import jfab.training.ps.ServerEvent.NormsTold;
import jfab.training.ps.ServerEvent.PullAsked;
import jfab.training.ps.ServerEvent.Pushed;
import jfab.training.ps.ServerEvent.Ready;
import jfab.training.ps.ServerEvent.RolledBack;
import jfab.training.ps.ServerEvent.RowsPushed;
import jfab.training.ps.ServerEvent.RowsWanted;
import jfab.training.ps.ServerEvent.Severed;
import jfab.training.ps.ServerEvent.StopTold;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.wire.ChunkSink;
import jfab.training.ps.wire.DataLink;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Abort;
import jfab.training.ps.wire.Message.Beat;
import jfab.training.ps.wire.Message.Bye;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Content;
import jfab.training.ps.wire.Message.Current;
import jfab.training.ps.wire.Message.Fed;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.Ids;
import jfab.training.ps.wire.Message.IdsAsked;
import jfab.training.ps.wire.Message.Initial;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Layout;
import jfab.training.ps.wire.Message.Malformed;
import jfab.training.ps.wire.Message.Mark;
import jfab.training.ps.wire.Message.NormParts;
import jfab.training.ps.wire.Message.Norms;
import jfab.training.ps.wire.Message.Pull;
import jfab.training.ps.wire.Message.Push;
import jfab.training.ps.wire.Message.Resume;
import jfab.training.ps.wire.Message.Rollback;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.Rows;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.Message.Stop;
import jfab.training.ps.wire.Message.Welcome;
import jfab.training.ps.wire.ProtocolException;
import jfab.training.ps.wire.SliceView;
import org.jspecify.annotations.Nullable;

/**
 * A server's end of the stream to one trainer.
 *
 * <p>Its network threads do no more than bring tensor data to where they belong and tell of it in the queue; the serving
 * thread decides and is the only one that sends. Tensor data may come over a {@link DataLink}: what the stream says after
 * them is told when they are there.
 */
final class TrainerLink implements StreamObserver<Message>, DataLink.Listener {
    /** Where the tensor data of a trainer go that has been let in. */
    private record Places(List<SliceView> initial, List<SliceView> gradients) {}

    private final ServerCallStreamObserver<Message> out;
    private final String address;
    private final DataDoor door;
    private final Queue<ServerEvent> events;
    private volatile @Nullable Places places;
    private volatile @Nullable DataLink data;

    /** From the last byte of a push until its answer: the serving thread reads the gradients. */
    private volatile boolean pushed;

    private @Nullable ChunkSink incoming;
    private @Nullable ServerEvent whenFull;

    /** What was said after values that are not there yet. */
    private final List<ServerEvent> later = new ArrayList<>();

    private boolean ended;

    TrainerLink(ServerCallStreamObserver<Message> out, String address, DataDoor door, Queue<ServerEvent> events) {
        this.out = out;
        this.address = address;
        this.door = door;
        this.events = events;
        out.setOnReadyThreshold(ParameterService.READY);
        out.setOnReadyHandler(() -> events.add(new Ready(this)));
    }

    /** The host that the trainer calls from. */
    String address() {
        return address;
    }

    @Override
    public void onNext(Message message) {
        try {
            receive(message);
        } catch (ProtocolException e) {
            events.add(new Broken(this, "it sent " + e.getMessage()));
        }
    }

    @Override
    public void onError(Throwable failure) {
        events.add(new Broken(this, Statuses.problem(failure)));
    }

    @Override
    public void onCompleted() {
        events.add(new Broken(this, "it left without a word"));
    }

    private synchronized void receive(Message message) throws ProtocolException {
        switch (message) {
            case Join join -> events.add(new JoinAsked(this, join));
            case Layout(String digest) -> tell(new LayoutTold(this, digest));
            case Have(List<Long> steps) -> tell(new HaveTold(this, steps));
            case Mark(long step) -> tell(new Marked(this, step));
            case Rollback(String cause) -> events.add(new RolledBack(this, cause));
            case Initial() -> begin(places().initial(), new InitialArrived(this));
            case Push(long step, long samples) -> push(step, samples);
            case Content content -> fill(content);
            case Pull(long step) -> tell(new PullAsked(this, step));
            case IdsAsked(String table) -> tell(new IdsWanted(this, table));
            case RowsAsked rows -> tell(new RowsWanted(this, rows));
            case RowGradients rows -> tell(new RowsPushed(this, rows));
            case Norms norms -> tell(new NormsTold(this, norms));
            case Compare compare -> tell(new CompareAsked(this, compare));
            case Fed(String digest) -> tell(new FedTold(this, digest));
            case Bye() -> tell(new Left(this));
            case Stop(String what) -> events.add(new StopTold(this, what));
            case Abort(String cause) -> events.add(new Aborted(this, cause));
            case Malformed(String problem) -> throw new ProtocolException("what is no message: " + problem);
            case Beat _, Welcome _, Resume _, Current _, Rows _, Ids _, NormParts _, Compared _ ->
                throw new ProtocolException("what is not said here");
        }
    }

    private void push(long step, long samples) throws ProtocolException {
        if (pushed || samples < 0) {
            throw new ProtocolException(
                    pushed ? "gradients before it had the answer to the last ones" : samples + " samples");
        }
        Pushed event = new Pushed(this, step, samples);
        if (samples > 0) {
            begin(places().gradients(), event);
        } else {
            pushed = true;
            events.add(event);
        }
    }

    private void begin(List<SliceView> slices, ServerEvent event) throws ProtocolException {
        if (whenFull != null) {
            throw new ProtocolException("new values before the last ones were complete");
        }
        ChunkSink sink = incoming == null ? open(slices) : incoming;
        whenFull = event;
        finishIfFull(sink);
    }

    /** Takes values that come over the data connection, also before they are announced. */
    private ChunkSink open(List<SliceView> slices) {
        ChunkSink sink = new ChunkSink(slices);
        incoming = sink;
        DataLink link = data;
        if (link != null) {
            link.expect(sink, () -> finishIfFull(sink));
        }
        return sink;
    }

    private void fill(Content content) throws ProtocolException {
        ChunkSink sink = incoming;
        if (sink == null || whenFull == null) {
            throw new ProtocolException("values that were not announced");
        }
        sink.accept(content);
        finishIfFull(sink);
    }

    private synchronized void finishIfFull(ChunkSink sink) {
        ServerEvent event = whenFull;
        if (sink.full() && event != null) {
            incoming = null;
            whenFull = null;
            pushed |= event instanceof Pushed;
            events.add(event);
            events.addAll(later);
            later.clear();
        }
    }

    /** Tells of {@code event} after the values that were announced before it. */
    private void tell(ServerEvent event) {
        (whenFull == null ? events : later).add(event);
    }

    /** This end of a data connection, for {@link #attach}. */
    DataLink dataLink(Deadlines deadlines) {
        return new DataLink(this, deadlines);
    }

    @Override
    public void broken(String problem) {
        events.add(new Broken(this, problem));
    }

    @Override
    public void severed(String problem) {
        events.add(new Severed(this, problem));
    }

    /** Who waits for that asks {@link DataLink#sending}. */
    @Override
    public void sent() {}

    /** Lets tensor data come and go over {@code link}. */
    void attach(DataLink link) {
        data = link;
    }

    /** The data connection, if the trainer has one. */
    @Nullable
    DataLink data() {
        return data;
    }

    private Places places() throws ProtocolException {
        Places known = places;
        if (known == null) {
            throw new ProtocolException("values before it was let in");
        }
        return known;
    }

    /** Lets the trainer in. */
    void welcome(int rank, List<Long> steps, List<SliceView> initial, List<SliceView> gradients) {
        places = new Places(initial, gradients);
        send(new Welcome(rank, door.key(this), steps));
    }

    /** Announces the answer to a pull; from here on the trainer may push again, and send gradients ahead of that. */
    synchronized void current(long step) {
        pushed = false;
        Places known = places;
        if (known != null && data != null) {
            open(known.gradients());
        }
        send(new Current(step));
    }

    boolean ready() {
        return out.isReady() && !ended;
    }

    void send(Message message) {
        if (!ended && !out.isCancelled()) {
            out.onNext(message);
        }
    }

    /** Ends the stream after what was sent. */
    void end() {
        if (!ended) {
            ended = true;
            if (!out.isCancelled()) {
                out.onCompleted();
            }
        }
    }

    /** Ends the stream with a status: the caller did not speak the protocol. */
    void refuse(String problem) {
        if (!ended) {
            ended = true;
            out.onError(Status.INVALID_ARGUMENT.withDescription(problem).asRuntimeException());
        }
    }
}
