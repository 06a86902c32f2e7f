package jfab.training.engine.torch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Room on the host for tensors that live in a device's memory and are exchanged with other processes: one piece, so that all of them
 * cross over in one copy. Whoever exchanges them reads and writes here, in as many threads as there are servers.
 */
final class HostMirror {
    /** Where tensors begin, in bytes: what the widest instructions want. */
    private static final long ALIGNMENT = 64;

    private final DeviceMemory memory;
    private final Map<List<String>, Tensor> rooms = new LinkedHashMap<>();

    HostMirror(DeviceMemory memory) {
        this.memory = memory;
    }

    /** Copies of {@code sources}, which are on the host, in {@code memory}; all of them cross over in one copy. */
    static Map<String, Tensor> bring(Map<String, ? extends jfab.training.engine.Tensor> sources, DeviceMemory memory) {
        Map<String, Tensor> brought = new LinkedHashMap<>();
        if (!memory.away() || sources.size() < 2) {
            sources.forEach((name, source) -> brought.put(name, memory.bring(source)));
            return brought;
        }
        Tensor staged = memory.staging(
                new long[] {
                    sources.values().stream()
                            .mapToLong(source -> aligned(source.byteSize()))
                            .sum()
                },
                ScalarType.Byte);
        Tensor there = torch.empty(new long[] {staged.numel()}, memory.options(ScalarType.Byte), null);
        long from = 0;
        for (Map.Entry<String, ? extends jfab.training.engine.Tensor> entry : sources.entrySet()) {
            jfab.training.engine.Tensor source = entry.getValue();
            int bytes = Math.toIntExact(source.byteSize());
            TorchTensor.view(staged, from, bytes).put(source.bytes(0, bytes));
            brought.put(
                    entry.getKey(),
                    there.narrow(0, from, bytes)
                            .view(TorchTensor.kind(source.type()))
                            .view(source.shape().toArray()));
            from += aligned(bytes);
        }
        memory.upload(there, staged);
        return brought;
    }

    /** Where {@code tensors} lie on the host, one after the other; the same for the same names. */
    Map<String, Tensor> of(Map<String, Tensor> tensors) {
        Tensor room = room(tensors);
        Map<String, Tensor> views = new LinkedHashMap<>();
        long from = 0;
        for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
            views.put(tensor.getKey(), as(tensor.getValue(), room, from));
            from += aligned(tensor.getValue().nbytes());
        }
        return views;
    }

    /** Copies {@code tensors} to the host; they are there after the next {@link DeviceMemory#await}. */
    void download(Map<String, Tensor> tensors) {
        List<Tensor> pieces = new ArrayList<>();
        for (Tensor tensor : tensors.values()) {
            pieces.add(tensor.detach().contiguous().view(-1).view(ScalarType.Byte));
            long gap = aligned(tensor.nbytes()) - tensor.nbytes();
            if (gap > 0) {
                pieces.add(torch.zeros(new long[] {gap}, memory.options(ScalarType.Byte)));
            }
        }
        memory.download(room(tensors), torch.cat(new TensorVector(pieces.toArray(Tensor[]::new)), 0));
    }

    /** Copies what lies on the host into {@code tensors}. */
    void upload(Map<String, Tensor> tensors) {
        Tensor room = room(tensors);
        Tensor there = torch.empty(new long[] {room.numel()}, memory.options(ScalarType.Byte), null);
        memory.upload(there, room);
        long from = 0;
        for (Tensor tensor : tensors.values()) {
            tensor.copy_(as(tensor, there, from));
            from += aligned(tensor.nbytes());
        }
    }

    /** The part of {@code bytes} that begins at {@code from}, in the shape of {@code tensor}. */
    private static Tensor as(Tensor tensor, Tensor bytes, long from) {
        return bytes.narrow(0, from, tensor.nbytes())
                .view(tensor.scalar_type().intern())
                .view(tensor.sizes().vec().get());
    }

    private Tensor room(Map<String, Tensor> tensors) {
        List<String> names = List.copyOf(tensors.keySet());
        long bytes = tensors.values().stream()
                .mapToLong(tensor -> aligned(tensor.nbytes()))
                .sum();
        Tensor known = rooms.get(names);
        if (known == null || known.numel() != bytes) {
            Tensor made = memory.staging(new long[] {bytes}, ScalarType.Byte);
            made.retainReference();
            if (known != null) {
                known.releaseReference();
            }
            rooms.put(names, made);
            return made;
        }
        return known;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
