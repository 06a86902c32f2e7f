package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import jfab.training.engine.Device;
import org.junit.jupiter.api.Test;

/** {@code train check-gpu} where there is no GPU. */
class GpuCheckTest {
    @Test
    void itSaysInOneSentenceWhatIsWrong() {
        List<String> said = new ArrayList<>();
        assertFalse(new GpuCheck(said::add).run());
        assertEquals(
                List.of("WRONG: this engine was built without CUDA; build the bundle with -Pgpu, or use the CPU"),
                said);
    }

    @Test
    void whatADeviceLearnsIsWhatTheProcessorLearns() {
        List<String> wrong = new ArrayList<>();
        String said = GpuCheck.trained(new Device.Cpu(), wrong);
        assertEquals(List.of(), wrong);
        assertTrue(said.matches(", [0-9.]+ ms a step of training, loss [0-9.]+ to [0-9.]+"), said);
    }

    @Test
    void aDeviceThatCannotBeOpenedIsWrong() {
        List<String> wrong = new ArrayList<>();
        assertEquals("", GpuCheck.trained(new Device.Cuda(0), wrong));
        assertTrue(
                wrong.getFirst().startsWith("CUDAPlace(0): no step of training can be taken: CUDAPlace(0): "),
                wrong + "");
    }
}
