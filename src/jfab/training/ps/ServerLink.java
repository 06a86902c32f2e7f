package jfab.training.ps;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import jfab.role.Endpoint;
import jfab.training.ps.ClientEvent.Aborted;
import jfab.training.ps.ClientEvent.Answered;
import jfab.training.ps.ClientEvent.Broken;
import jfab.training.ps.ClientEvent.Delivered;
import jfab.training.ps.ClientEvent.Finished;
import jfab.training.ps.ClientEvent.Measured;
import jfab.training.ps.ClientEvent.Ready;
import jfab.training.ps.ClientEvent.Resumed;
import jfab.training.ps.ClientEvent.RolledBack;
import jfab.training.ps.ClientEvent.RowsDelivered;
import jfab.training.ps.ClientEvent.Severed;
import jfab.training.ps.ClientEvent.Stopped;
import jfab.training.ps.ClientEvent.Welcomed;
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
 * A trainer's end of the stream to one server.
 *
 * <p>Network threads bring what was pulled to where it belongs and tell of it in the queue. Messages are sent by the
 * training thread, or by whoever aborts. Whole tensor data go over a {@link DataLink} where there is one.
 */
final class ServerLink implements ClientResponseObserver<Message, Message>, DataLink.Listener, AutoCloseable {
    /** What a pull shall fill. */
    private record Expected(long step, List<SliceView> slices) {}

    private final Endpoint endpoint;
    private final ServerDialer dialer;
    private final ManagedChannel channel;
    private final Queue<ClientEvent> events;
    private final ClientCall<Message, Message> call;
    private final ClientCallStreamObserver<Message> out;
    private final RowQuestions rows;
    private volatile @Nullable DataLink data;
    private volatile @Nullable Expected expected;
    private volatile long marked;
    private volatile boolean alike;
    private @Nullable ChunkSink incoming;
    private volatile long answered;
    private boolean ended;
    private volatile boolean closed;

    private ServerLink(Endpoint endpoint, ServerDialer dialer, Queue<ClientEvent> events) {
        this.endpoint = endpoint;
        this.dialer = dialer;
        channel = dialer.dial(endpoint, problem -> events.add(new Broken(this, problem)));
        this.events = events;
        rows = new RowQuestions(() -> events.add(new RowsDelivered(this)));
        // A call that waits for its server does not fail because the server is not there yet.
        CallOptions options = CallOptions.DEFAULT.withWaitForReady().withOnReadyThreshold(ParameterService.READY);
        call = channel.newCall(ParameterService.TRAIN, options);
        out = (ClientCallStreamObserver<Message>) ClientCalls.asyncBidiStreamingCall(call, this);
    }

    /** A link to the server that listens, or will listen, on {@code endpoint}; returns before there is a connection. */
    static ServerLink open(Endpoint endpoint, ServerDialer dialer, Queue<ClientEvent> events) {
        return new ServerLink(endpoint, dialer, events);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Message> stream) {
        stream.setOnReadyHandler(() -> events.add(new Ready(this)));
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
        closed = true;
        events.add(new Broken(this, Statuses.problem(failure)));
    }

    @Override
    public void onCompleted() {
        closed = true;
        events.add(new Finished(this));
    }

    private synchronized void receive(Message message) throws ProtocolException {
        switch (message) {
            case Welcome welcome -> welcome(welcome);
            case Resume(long step) -> events.add(new Resumed(this, step));
            case Mark(long step) -> marked = step;
            case Stop(String cause) -> events.add(new Stopped(this, cause));
            case Rollback(String cause) -> events.add(new RolledBack(this, cause));
            case Current(long step) -> begin(step);
            case Content content -> {
                ChunkSink sink = incoming;
                if (sink == null) {
                    throw new ProtocolException("values that were not announced");
                }
                sink.accept(content);
                finishIfFull(sink);
            }
            case Rows(ByteBuffer values) -> rows.answer(values);
            case Ids(long left, ByteBuffer ids) -> rows.answer(left, ids);
            case Compared compared -> events.add(new Answered(this, compared));
            case Fed _ -> alike = true;
            case NormParts parts -> events.add(new Measured(this, parts));
            case Abort(String cause) -> events.add(new Aborted(this, cause));
            case Malformed(String problem) -> throw new ProtocolException("what is no message: " + problem);
            case Join _,
                    Beat _,
                    Layout _,
                    Have _,
                    Initial _,
                    Push _,
                    Pull _,
                    RowsAsked _,
                    IdsAsked _,
                    RowGradients _,
                    Norms _,
                    Compare _,
                    Bye _ -> throw new ProtocolException("what only trainers say");
        }
    }

    /** Calls for a data connection where the server has one to give; training works without, only slower. */
    private void welcome(Welcome message) {
        Welcomed welcomed = new Welcomed(this, message.trainer(), message.steps());
        SocketAddress server = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        if (!message.key().given() || server == null) {
            events.add(welcomed);
            return;
        }
        DataLink link = new DataLink(this, dialer.deadlines());
        DataCall.open(
                server,
                message.key(),
                dialer.terms(endpoint, _ -> {}),
                link,
                () -> {
                    data = link;
                    events.add(welcomed);
                },
                reason -> {
                    dialer.console()
                            .accept("no data connection to " + Statuses.name(endpoint) + " (" + reason
                                    + "); everything goes over gRPC, which is slower");
                    events.add(welcomed);
                });
    }

    @Override
    public void broken(String problem) {
        events.add(new Broken(this, problem));
    }

    @Override
    public void severed(String problem) {
        events.add(new Severed(this, problem));
    }

    @Override
    public void sent() {
        events.add(new Ready(this));
    }

    private void begin(long step) throws ProtocolException {
        Expected pull = expected;
        if (pull == null || pull.step() != step) {
            throw new ProtocolException("values of step " + step + " that were not pulled");
        }
        expected = null;
        answered = System.nanoTime();
        ChunkSink sink = new ChunkSink(pull.slices());
        incoming = sink;
        DataLink link = data;
        if (sink.full()) {
            finishIfFull(sink);
        } else if (link != null) {
            link.expect(sink, () -> finishIfFull(sink));
        }
    }

    private synchronized void finishIfFull(ChunkSink sink) {
        if (sink.full()) {
            incoming = null;
            events.add(new Delivered(this));
        }
    }

    /** The data connection, if there is one. */
    @Nullable
    DataLink data() {
        return data;
    }

    /** Whether the data connection has not sent all yet that it was given; {@link Ready} tells of the end of that. */
    boolean sending() {
        DataLink link = data;
        return link != null && link.sending();
    }

    /** Ends the data connection in the middle of what it sends, and with it the job. */
    void breakOff() {
        if (sending()) {
            abandon();
            events.add(new Broken(this, "its data connection was ended by what failed here"));
        }
    }

    /** Ends the data connection: tensors that it was to read or write may be freed. */
    void abandon() {
        DataLink link = data;
        if (link != null) {
            link.close();
        }
    }

    /** Asks for all slices as they are after {@code step} steps, to be written to {@code slices}. */
    void pull(long step, List<SliceView> slices) {
        expected = new Expected(step, slices);
        send(new Pull(step));
    }

    /** The rows of sparse tables that this server has been asked for. */
    RowQuestions rows() {
        return rows;
    }

    /** When the server began to answer the last pull, by {@link System#nanoTime}. */
    long answered() {
        return answered;
    }

    /** The last checkpoint that the server has made, by its step; 0 before the first. */
    long marked() {
        return marked;
    }

    /** Whether the server has told that all trainers have fed the same in their first step. */
    boolean alike() {
        return alike;
    }

    boolean ready() {
        return out.isReady();
    }

    synchronized void send(Message message) {
        if (!ended && !closed) {
            out.onNext(message);
        }
    }

    /** Sends the last message of this side, if none was sent yet. */
    synchronized void end(Message last) {
        if (!ended && !closed) {
            out.onNext(last);
            ended = true;
            out.onCompleted();
        }
    }

    /** Whether the server's side has ended. */
    boolean closed() {
        return closed;
    }

    /** Does not wait for the next attempt to connect that gRPC has planned. */
    void hurry() {
        channel.resetConnectBackoff();
    }

    @Override
    public void close() {
        abandon();
        channel.shutdownNow();
    }
}
