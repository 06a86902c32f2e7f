package jfab.training.program.transpile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import jfab.role.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of Fluid's slice_variable with RoundRobin: loads per server, and the slices of the largest variables. */
class SlicingTest {
    private static final List<long[]> FIT_A_LINE = List.of(shape(13, 1), shape(1));
    private static final List<long[]> MNIST_CONV = List.of(
            shape(20, 1, 5, 5),
            shape(20),
            shape(20),
            shape(20),
            shape(50, 20, 5, 5),
            shape(50),
            shape(800, 10),
            shape(10));
    private static final List<long[]> VGG16 = List.of(
            shape(64, 3, 3, 3),
            shape(64, 64, 3, 3),
            shape(128, 64, 3, 3),
            shape(128, 128, 3, 3),
            shape(256, 128, 3, 3),
            shape(256, 256, 3, 3),
            shape(256, 256, 3, 3),
            shape(512, 256, 3, 3),
            shape(512, 512, 3, 3),
            shape(512, 512, 3, 3),
            shape(512, 512, 3, 3),
            shape(512, 512, 3, 3),
            shape(512, 512, 3, 3),
            shape(512, 512),
            shape(512, 512),
            shape(512, 10));

    @ParameterizedTest
    @CsvSource({
        "fit_a_line, 2, 13/1",
        "fit_a_line, 3, 13/1/0",
        "fit_a_line, 4, 13/1/0/0",
        "mnist_conv, 2, 13080/20540",
        "mnist_conv, 3, 8530/8570/16520",
        "mnist_conv, 4, 17000/8530/8020/70",
        "vgg16, 2, 7618240/7621632",
        "vgg16, 3, 5052224/5096384/5091264",
        "vgg16, 4, 3809984/3813376/3808256/3808256"
    })
    void loadOfEachServer(String net, int servers, String loads) {
        long[] load = new long[servers];
        for (ParameterSlice slice : slices(net, servers)) {
            load[slice.endpoint().port() - 1] += slice.length();
        }
        assertEquals(
                loads,
                String.join("/", Arrays.stream(load).mapToObj(Long::toString).toList()));
    }

    @ParameterizedTest
    @CsvSource({
        "2, '[12500, 12500]', '[0, 12500]'",
        "3, '[8500, 8500, 8000]', '[0, 8500, 17000]'",
        "4, '[8500, 8500, 8000]', '[0, 8500, 17000]'"
    })
    void slicesOfTheSecondConvolution(int servers, String lengths, String offsets) {
        List<ParameterSlice> slices = slices("mnist_conv", servers).stream()
                .filter(slice -> slice.parameter().equals("p4"))
                .toList();
        assertEquals(
                lengths, slices.stream().map(ParameterSlice::length).toList().toString());
        assertEquals(
                offsets, slices.stream().map(ParameterSlice::offset).toList().toString());
    }

    @Test
    void theTurnRunsOnAcrossParametersAndSlicesAreNamedByTheirNumber() {
        assertEquals(
                "[p0.block0 1, p1.block0 2, p2.block0 3, p3.block0 1, p4.block0 2, p4.block1 3, p4.block2 1,"
                        + " p5.block0 2, p6.block0 3, p7.block0 1]",
                slices("mnist_conv", 3).stream()
                        .map(slice -> slice.name() + " " + slice.endpoint().port())
                        .toList()
                        .toString());
    }

    /** A flat variable has no rows to keep whole; the last slice is the rest. */
    @Test
    void aVectorIsCutWithoutRegardToRows() {
        Slicing slicing = new Slicing(servers(3), DistributeTranspilerConfig.standard());
        assertEquals(
                List.of(8334L, 8334L, 8333L),
                slicing.slice("v", List.of(25_001L)).stream()
                        .map(ParameterSlice::length)
                        .toList());
    }

    private static List<ParameterSlice> slices(String net, int servers) {
        List<long[]> shapes = switch (net) {
            case "fit_a_line" -> FIT_A_LINE;
            case "mnist_conv" -> MNIST_CONV;
            default -> VGG16;
        };
        Slicing slicing = new Slicing(servers(servers), DistributeTranspilerConfig.standard());
        List<ParameterSlice> slices = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            slices.addAll(
                    slicing.slice("p" + i, LongStream.of(shapes.get(i)).boxed().toList()));
        }
        return slices;
    }

    private static List<Endpoint> servers(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(port -> new Endpoint("127.0.0.1", port))
                .toList();
    }

    private static long[] shape(long... dimensions) {
        return dimensions;
    }
}
