package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.Arrays;

/**
 * All occurrences of a pattern in a text of two letters. The device finds them in any order, so
 * each found position is marked, and the marks are compared.
 */
public final class StringSearch implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int PATTERN = 10;

    @Override
    public Card card() {
        return new Card(
                "string-search",
                "Finds all places of a pattern in a text, with warp votes and atomics.",
                "letters",
                1 << 24,
                20_011);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final byte[] text;
        private final byte[] pattern;
        private final byte[] expected;
        private final Kernel kernel;
        private final GpuBytes in;
        private final GpuInts found;
        private final GpuInts places;

        Work(Workbench bench) {
            text = bench.randomLetters(bench.sizeOfAtLeast(PATTERN), 2);
            int from = bench.random().nextInt(text.length - PATTERN + 1);
            pattern = Arrays.copyOfRange(text, from, from + PATTERN);
            expected = new byte[text.length];
            GpuModule module = bench.module(StringSearch.this);
            kernel = module.kernel("search");
            module.global("pattern").upload(pattern);
            in = bench.upload(text);
            found = bench.ints(1);
            places = bench.ints(text.length);
        }

        @Override
        public void reset(GpuStream stream) {
            found.zero(stream);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.covering(text.length, BLOCK),
                    Dim3.of(BLOCK),
                    stream,
                    text.length,
                    PATTERN,
                    in,
                    found,
                    places);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < text.length; i++) {
                expected[i] = (byte) (matches(i) ? 1 : 0);
            }
        }

        private boolean matches(int start) {
            if (start + PATTERN > text.length) {
                return false;
            }
            for (int k = 0; k < PATTERN; k++) {
                if (text[start + k] != pattern[k]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Comparison compare() {
            int count = Math.clamp(found.download()[0], 0, text.length);
            byte[] marks = new byte[text.length];
            for (int place : Arrays.copyOf(places.download(), count)) {
                marks[Math.clamp(place, 0, text.length - 1)]++;
            }
            return Comparison.exact(expected, marks);
        }
    }
}
