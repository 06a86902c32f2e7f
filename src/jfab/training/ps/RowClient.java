package jfab.training.ps;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.TableRows;
import jfab.training.ps.Message.IdsAsked;

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
            RowShare share = new RowShare(rows, server, links.size());
            share.sinks(target).forEach(links.get(server).rows()::add);
            outgoing.put(links.get(server), share.questions(table));
        }
        job.pump(outgoing, limit);
        job.awaitRows("to send rows of '" + table + "'", limit);
    }

    /** Ids of all rows that the servers have, ascending. */
    long[] touched(String table) {
        List<RowIds> lists = new ArrayList<>();
        for (ServerLink link : job.links()) {
            RowIds list = new RowIds();
            lists.add(list);
            link.rows().add(list);
            link.send(new IdsAsked(table));
        }
        job.awaitRows("to say which rows of '" + table + "' there are", limit);
        return lists.stream().flatMapToLong(RowIds::stream).sorted().toArray();
    }

    /** Hands gradients over, which belong to the next step. */
    void push(String table, TableRows gradients) {
        List<ServerLink> links = job.links();
        Map<ServerLink, Iterator<Message>> outgoing = new LinkedHashMap<>();
        for (int server = 0; server < links.size(); server++) {
            outgoing.put(links.get(server), new RowShare(gradients, server, links.size()).gradients(table));
        }
        job.pump(outgoing, limit);
    }
}
