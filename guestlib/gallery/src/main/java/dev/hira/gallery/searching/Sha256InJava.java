package dev.hira.gallery.searching;

import java.util.Arrays;

/** SHA-256 (FIPS 180-4) of messages that fit into one block. */
final class Sha256InJava {
    /** The bytes of a digest. */
    static final int DIGEST = 32;

    /** The bytes of the longest message that fits into one block. */
    static final int LONGEST = 55;

    private static final int[] ROUND_CONSTANTS = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
                0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
                0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc,
                0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351,
                0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
                0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585,
                0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
                0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
                0xc67178f2
    };
    private static final int[] INITIAL_STATE = {
        0x6a09e667,
        0xbb67ae85,
        0x3c6ef372,
        0xa54ff53a,
        0x510e527f,
        0x9b05688c,
        0x1f83d9ab,
        0x5be0cd19
    };

    private final byte[] block = new byte[64];
    private final int[] words = new int[64];
    private final int[] state = new int[8];

    /** Writes the digest of a message to its place. */
    void digest(byte[] in, int start, int length, byte[] out, int place) {
        if (length > LONGEST) {
            throw new IllegalArgumentException(
                    "a message of "
                            + length
                            + " bytes does not fit into one block; "
                            + LONGEST
                            + " do");
        }
        Arrays.fill(block, (byte) 0);
        System.arraycopy(in, start, block, 0, length);
        block[length] = (byte) 0x80;
        block[62] = (byte) (length >> 5);
        block[63] = (byte) (8 * length);
        expand();
        compress();
        for (int i = 0; i < DIGEST; i++) {
            int word = state[i / 4] + INITIAL_STATE[i / 4];
            out[place + i] = (byte) (word >> (24 - 8 * (i % 4)));
        }
    }

    /** Expands the block's words for the rounds. */
    private void expand() {
        for (int i = 0; i < 16; i++) {
            words[i] =
                    block[4 * i] << 24
                            | (block[4 * i + 1] & 0xFF) << 16
                            | (block[4 * i + 2] & 0xFF) << 8
                            | (block[4 * i + 3] & 0xFF);
        }
        for (int i = 16; i < 64; i++) {
            int early = words[i - 15];
            int late = words[i - 2];
            int s0 = rotate(early, 7) ^ rotate(early, 18) ^ early >>> 3;
            int s1 = rotate(late, 17) ^ rotate(late, 19) ^ late >>> 10;
            words[i] = words[i - 16] + s0 + words[i - 7] + s1;
        }
    }

    private void compress() {
        System.arraycopy(INITIAL_STATE, 0, state, 0, 8);
        for (int i = 0; i < 64; i++) {
            int e = state[4];
            int s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
            int choice = (e & state[5]) ^ (~e & state[6]);
            int t1 = state[7] + s1 + choice + ROUND_CONSTANTS[i] + words[i];
            int a = state[0];
            int s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
            int majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]);
            System.arraycopy(state, 0, state, 1, 7);
            state[4] += t1;
            state[0] = t1 + s0 + majority;
        }
    }

    private static int rotate(int value, int by) {
        return Integer.rotateRight(value, by);
    }
}
