package jfab.training.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jfab.training.program.Shape;
import org.junit.jupiter.api.Test;

class HostTensorTest {
    private final HostTensor table = HostTensor.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6f);

    /** As document 002's {@code avg_loss_value[0]}. */
    @Test
    void anElementOfOneDimensionIsANumber() {
        HostTensor loss = HostTensor.of(Shape.of(1), 2.5f);
        assertEquals(2.5, loss.getAt(0));
        assertEquals(2.5, loss.getAt(-1));
        assertEquals(7.0, HostTensor.of(Shape.of(3), 8L, 9L, 7L).getAt(-1));
    }

    @Test
    void anElementOfMoreDimensionsIsAPart() {
        HostTensor row = (HostTensor) table.getAt(1);
        assertEquals(Shape.of(3), row.shape());
        assertArrayEquals(new double[] {4, 5, 6}, row.values());
        assertEquals(2.0, ((HostTensor) table.getAt(-2)).getAt(1));
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertEquals(
                "[2] of a value of the shape [2, 3]: it has 2 there, from 0",
                assertThrows(EngineException.class, () -> table.getAt(2)).getMessage());
        assertThrows(EngineException.class, () -> table.getAt(-3));
        assertThrows(EngineException.class, () -> HostTensor.of(Shape.of(), 1f).getAt(0));
    }
}
