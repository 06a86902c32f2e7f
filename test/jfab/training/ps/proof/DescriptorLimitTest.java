package jfab.training.ps.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of limits as Linux writes it. */
class DescriptorLimitTest {
    @Test
    void theLimitInForceCounts() {
        assertEquals(
                20_000,
                DescriptorLimit.of(List.of(
                        "Limit                     Soft Limit           Hard Limit           Units     ",
                        "Max processes             95985                95985                processes ",
                        "Max open files            20000                1048576              files     ")));
    }

    @Test
    void noLimitIsALargeOne() {
        assertEquals(
                Long.MAX_VALUE,
                DescriptorLimit.of(
                        List.of("Max open files            unlimited            unlimited            files     ")));
    }

    @Test
    void aSystemThatNamesNoneHasTheUsualOne() {
        assertEquals(DescriptorLimit.USUAL, DescriptorLimit.of(List.of()));
    }

    @Test
    void thisProcessHasOne() {
        assertTrue(DescriptorLimit.ofProcess() > 0);
    }
}
