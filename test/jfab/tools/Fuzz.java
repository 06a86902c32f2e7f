package jfab.tools;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfab.JfabException;

/**
 * Gives a parser bytes that are nearly right: valid ones with bits turned over, pieces cut out, doubled and put elsewhere, numbers
 * at their limits, ends cut off. Whatever it gets, it answers with a value or with one sentence, soon, and takes no memory for
 * what is not there.
 *
 * <p>{@code -Djfab.fuzz.cases=1000000 -Djfab.fuzz.seed=7} makes it long.
 */
public final class Fuzz {
    private static final int CASES = Integer.getInteger("jfab.fuzz.cases", 200);
    private static final long SEED = Long.getLong("jfab.fuzz.seed", 1);
    private static final long SECONDS = 60;
    private static final long FREE_BYTES = 32L << 20;
    private static final int BYTES_PER_BYTE = 200;
    private static final long[] LIMITS = {
        0, 1, -1, 0x7f, 0x80, 0x7fff, 0xffff, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE
    };

    /** What reads the bytes. */
    @FunctionalInterface
    public interface Parser {
        void parse(byte[] bytes) throws Exception;
    }

    private Fuzz() {}

    /** Text, by its UTF-8 bytes. */
    public static void text(String valid, Parser parser) {
        bytes(valid.getBytes(StandardCharsets.UTF_8), parser);
    }

    /** Tries {@code valid} itself, which must be read, and then many others. */
    public static void bytes(byte[] valid, Parser parser) {
        try (ExecutorService worker =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory())) {
            String answer = answer(worker, valid, parser);
            if (!answer.isEmpty()) {
                throw new AssertionError("the valid bytes: " + answer);
            }
            Random random = new Random(SEED);
            for (int number = 0; number < CASES; number++) {
                byte[] bytes = mutated(valid, random);
                String wrong = wrong(answer(worker, bytes, parser));
                if (!wrong.isEmpty()) {
                    worker.shutdownNow();
                    throw new AssertionError(
                            "case " + number + " of seed " + SEED + ", " + bytes.length + " bytes: " + wrong
                                    + "\n" + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 600)) + "\n"
                                    + new String(bytes, 0, Math.min(bytes.length, 600), StandardCharsets.ISO_8859_1)
                                            .replaceAll("[^ -~\\n]", "?"));
                }
            }
        }
    }

    /** Empty where the bytes are read, a refusal's sentence behind a mark, else what went wrong. */
    private static String answer(ExecutorService worker, byte[] bytes, Parser parser) {
        try {
            long used = worker.submit(() -> {
                        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                        long before = threads.getCurrentThreadAllocatedBytes();
                        parser.parse(bytes);
                        return threads.getCurrentThreadAllocatedBytes() - before;
                    })
                    .get(SECONDS, TimeUnit.SECONDS);
            long most = FREE_BYTES + (long) BYTES_PER_BYTE * bytes.length;
            return used <= most ? "" : "took " + used + " bytes of memory";
        } catch (TimeoutException e) {
            return "is not read after " + SECONDS + " s";
        } catch (ExecutionException e) {
            return e.getCause() instanceof JfabException refusal
                    ? "refused: " + refusal.getMessage()
                    : e.getCause() + "\n"
                            + String.join(
                                    "\n",
                                    Arrays.stream(e.getCause().getStackTrace())
                                            .limit(8)
                                            .map(StackTraceElement::toString)
                                            .toList());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String wrong(String answer) {
        if (!answer.startsWith("refused: ")) {
            return answer;
        }
        String sentence = answer.substring("refused: ".length());
        boolean plain =
                sentence.chars().noneMatch(each -> (each < ' ' && each != '\n') || (each >= 0x7f && each < 0xa0));
        return plain && !sentence.isBlank() && sentence.length() < 150_000 ? "" : "the sentence '" + sentence + "'";
    }

    private static byte[] mutated(byte[] valid, Random random) {
        byte[] bytes = valid.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            bytes = changed(bytes, random);
        }
        return bytes;
    }

    private static byte[] changed(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(1 << random.nextInt(1, 10)));
        switch (random.nextInt(8)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> {
                long number = LIMITS[random.nextInt(LIMITS.length)];
                int width = 1 << random.nextInt(4);
                boolean little = random.nextBoolean();
                for (int i = 0; i < width && at + i < bytes.length; i++) {
                    bytes[at + i] = (byte) (number >> (8 * (little ? i : width - 1 - i)));
                }
            }
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                return spliced(bytes, at, length, new byte[0]);
            }
            case 5 -> {
                return spliced(bytes, random.nextInt(bytes.length), 0, Arrays.copyOfRange(bytes, at, at + length));
            }
            case 6 -> {
                // Digits, brackets, quotes, exponents: what text has its meaning in.
                String[] words = {
                    "9",
                    "99999999999999999999",
                    "-1",
                    "1e999999999",
                    "0.5",
                    "[",
                    "{",
                    "\"",
                    "'",
                    "(",
                    "\\",
                    "*",
                    " ",
                    "\n",
                    "null",
                    "\0",
                    "/",
                    "%"
                };
                String word = words[random.nextInt(words.length)].repeat(random.nextInt(20) == 0 ? 5000 : 1);
                return spliced(bytes, at, random.nextInt(3), word.getBytes(StandardCharsets.US_ASCII));
            }
            default -> {
                byte[] noise = new byte[length];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, at, length);
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int at, int without, byte[] with) {
        int rest = Math.min(bytes.length, at + without);
        byte[] all = Arrays.copyOf(bytes, at + with.length + bytes.length - rest);
        System.arraycopy(with, 0, all, at, with.length);
        System.arraycopy(bytes, rest, all, at + with.length, bytes.length - rest);
        return all;
    }
}
