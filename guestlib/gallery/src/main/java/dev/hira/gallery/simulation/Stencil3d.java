package dev.hira.gallery.simulation;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * Heat in a cube, some steps of it. Operations come in the same order and are fused alike on both
 * sides, so every bit is defined.
 */
public final class Stencil3d implements GalleryProgram {
    private static final Dim3 BLOCK = Dim3.of(32, 8);
    private static final float RATE = 0.1f;

    /** An even number, so that the last step ends where the first began. */
    private static final int STEPS = 4;

    @Override
    public Card card() {
        return new Card(
                "stencil-3d",
                "Lets heat spread in a cube, plane by plane through registers.",
                "cells along an edge",
                128,
                23);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final float[] cube;
        private float[] expected;
        private float[] spareInJava;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats out;
        private final GpuFloats spare;

        Work(Workbench bench) {
            n = bench.sizeOfAtLeast(3);
            cube = bench.randomFloats(Workbench.product(Workbench.product(n, n), n), 0, 100);
            expected = new float[cube.length];
            spareInJava = new float[cube.length];
            kernel = bench.module(Stencil3d.this).kernel("heat");
            in = bench.upload(cube);
            out = bench.floats(cube.length);
            spare = bench.floats(cube.length);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.covering(n, n, BLOCK);
            for (int step = 0; step < STEPS; step += 2) {
                kernel.launch(grid, BLOCK, stream, n, RATE, out, spare);
                kernel.launch(grid, BLOCK, stream, n, RATE, spare, out);
            }
        }

        @Override
        public void computeInJava() {
            System.arraycopy(cube, 0, expected, 0, cube.length);
            System.arraycopy(cube, 0, spareInJava, 0, cube.length);
            for (int step = 0; step < STEPS; step++) {
                float[] from = expected;
                expected = spareInJava;
                spareInJava = from;
                for (int z = 1; z < n - 1; z++) {
                    for (int y = 1; y < n - 1; y++) {
                        stepLine(from, expected, (z * n + y) * n);
                    }
                }
            }
        }

        private void stepLine(float[] from, float[] to, int start) {
            int plane = n * n;
            for (int i = start + 1; i < start + n - 1; i++) {
                float depth = from[i - plane] + from[i + plane];
                float neighbours = depth + from[i - 1] + from[i + 1] + from[i - n] + from[i + n];
                to[i] = Math.fma(RATE, Math.fma(-6f, from[i], neighbours), from[i]);
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
