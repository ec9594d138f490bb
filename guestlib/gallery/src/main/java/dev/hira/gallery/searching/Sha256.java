package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/** Digests of messages of 40 bytes. */
public final class Sha256 implements GalleryProgram {
    private static final int BLOCK = 128;
    private static final int MESSAGE = 40;

    @Override
    public Card card() {
        return new Card(
                "sha-256",
                "Computes the SHA-256 digests of many messages, a thread for each.",
                "messages",
                1 << 16,
                300);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final byte[] messages;
        private final byte[] expected;
        private final Kernel kernel;
        private final GpuBytes in;
        private final GpuBytes out;

        Work(Workbench bench) {
            n = bench.size();
            messages = bench.randomBytes(Workbench.product(n, MESSAGE));
            expected = new byte[Workbench.product(n, Sha256InJava.DIGEST)];
            kernel = bench.module(Sha256.this).kernel("sha256");
            in = bench.upload(messages);
            out = bench.bytes(expected.length);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, MESSAGE, in, out);
        }

        @Override
        public void computeInJava() {
            Sha256InJava sha = new Sha256InJava();
            for (int i = 0; i < n; i++) {
                sha.digest(messages, i * MESSAGE, MESSAGE, expected, i * Sha256InJava.DIGEST);
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
