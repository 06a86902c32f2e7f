package jfab.training.data.movielens;

/** The generator MT19937 as NumPy seeds it and makes reals of it, so that a split made there can be made here. */
final class MersenneTwister {
    private static final int SIZE = 624;
    private static final int SHIFT = 397;

    private final int[] state = new int[SIZE];
    private int used = SIZE;

    /** What {@code numpy.random.seed(seed)} sets up. */
    MersenneTwister(int seed) {
        state[0] = seed;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    /** What {@code numpy.random.random()} gives: 53 random bits as a number from 0 to 1, without 1. */
    double nextDouble() {
        int high = next() >>> 5;
        int low = next() >>> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

    private int next() {
        if (used == SIZE) {
            mix();
            used = 0;
        }
        int bits = state[used++];
        bits ^= bits >>> 11;
        bits ^= (bits << 7) & 0x9d2c5680;
        bits ^= (bits << 15) & 0xefc60000;
        return bits ^ (bits >>> 18);
    }

    private void mix() {
        for (int i = 0; i < SIZE; i++) {
            int bits = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
            state[i] = state[(i + SHIFT) % SIZE] ^ (bits >>> 1) ^ ((bits & 1) == 0 ? 0 : 0x9908b0df);
        }
    }
}
