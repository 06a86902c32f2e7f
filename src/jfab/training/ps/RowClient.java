package jfab.training.ps;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.training.engine.TableRows;
import jfab.training.program.transpile.SparseTable;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.IdsAsked;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.MessageCodec;

/** A trainer's access to the sparse tables, of which every server keeps a share. */
final class RowClient {
    private final Membership job;
    private final Duration limit;

    RowClient(Membership job, Duration limit) {
        this.job = job;
        this.limit = limit;
    }

    /** Fills {@code rows} with what the servers have now. */
    void fetch(String table, TableRows rows) {
        List<ServerLink> links = job.links();
        ByteBuffer target = rows.values().bytes(0, Math.toIntExact(rows.values().byteSize()));
        Map<ServerLink, Iterator<Message>> outgoing = new LinkedHashMap<>();
        for (int server = 0; server < links.size(); server++) {
            Share share = new Share(rows, server, links.size());
            share.sinks(target).forEach(links.get(server).rows()::add);
            outgoing.put(links.get(server), share.questions(table));
        }
        job.pump(outgoing, limit);
        job.awaitRows("to send rows of '" + table + "'", limit);
    }

    /** Ids of all rows that the servers have, ascending. */
    long[] touched(String table) {
        List<RowQuestions.IdSink> lists = new ArrayList<>();
        for (ServerLink link : job.links()) {
            RowQuestions.IdSink list = new RowQuestions.IdSink();
            lists.add(list);
            link.rows().add(list);
            link.send(new IdsAsked(table));
        }
        job.awaitRows("to say which rows of '" + table + "' there are", limit);
        return lists.stream()
                .flatMapToLong(RowQuestions.IdSink::stream)
                .sorted()
                .toArray();
    }

    /** Hands gradients over, which belong to the next step. */
    void push(String table, TableRows gradients) {
        List<ServerLink> links = job.links();
        Map<ServerLink, Iterator<Message>> outgoing = new LinkedHashMap<>();
        for (int server = 0; server < links.size(); server++) {
            outgoing.put(links.get(server), new Share(gradients, server, links.size()).gradients(table));
        }
        job.pump(outgoing, limit);
    }

    /** The rows of a step that one server keeps, cut into messages. */
    static final class Share {
        private final TableRows all;
        private final int bytes;
        private final List<int[]> messages = new ArrayList<>();

        /** The share of server {@code index} of {@code servers}. */
        Share(TableRows all, int index, int servers) {
            this.all = all;
            bytes = all.width() * Float.BYTES;
            int[] own = IntStream.range(0, all.count())
                    .filter(row -> SparseTable.server(all.id(row), servers) == index)
                    .toArray();
            int most = MessageCodec.rowsPerMessage(all.width());
            for (int first = 0; first < own.length; first += most) {
                messages.add(Arrays.copyOfRange(own, first, Math.min(own.length, first + most)));
            }
        }

        /** Where the answers to {@link #questions} go. */
        List<RowQuestions.Sink> sinks(ByteBuffer target) {
            return messages.stream()
                    .map(rows -> new RowQuestions.Sink(target, rows, bytes))
                    .toList();
        }

        Iterator<Message> questions(String table) {
            return messages.stream()
                    .<Message>map(rows -> new RowsAsked(table, ids(rows)))
                    .iterator();
        }

        /** The values, as gradients; each message is made when it is sent. */
        Iterator<Message> gradients(String table) {
            return messages.stream()
                    .<Message>map(rows -> new RowGradients(table, ids(rows), values(rows)))
                    .iterator();
        }

        private ByteBuffer ids(int[] rows) {
            ByteBuffer ids = buffer(rows.length * Long.BYTES);
            for (int row : rows) {
                ids.putLong(all.id(row));
            }
            return ids.flip();
        }

        private ByteBuffer values(int[] rows) {
            ByteBuffer source =
                    all.values().bytes(0, Math.toIntExact(all.values().byteSize()));
            ByteBuffer values = buffer(rows.length * bytes);
            for (int i = 0; i < rows.length; i++) {
                values.put(i * bytes, source, rows[i] * bytes, bytes);
            }
            return values;
        }

        private static ByteBuffer buffer(int length) {
            return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
