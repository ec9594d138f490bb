package dev.hira.e2e.migration;

import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuLongs;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.Kernel;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/** A program that computes until it is stopped; the result tells whether all steps were right. */
final class Walker implements Callable<Boolean> {
    private static final int NUMBERS = 1000;
    private static final int BATCH = 5;

    private final String uri;
    private final int batch;
    private final AtomicBoolean stop = new AtomicBoolean();
    private int steps;

    Walker(String uri) {
        this(uri, BATCH);
    }

    /**
     * @param batch the number of steps that it launches before it waits for them
     */
    Walker(String uri, int batch) {
        this.uri = uri;
        this.batch = batch;
    }

    /** Returns the number of steps so far. */
    synchronized int steps() {
        return steps;
    }

    /** Waits until so many steps are done. */
    synchronized void awaitSteps(int goal) throws InterruptedException {
        while (steps < goal) {
            wait();
        }
    }

    private synchronized void stepped(int all) {
        steps = all;
        notifyAll();
    }

    void stop() {
        stop.set(true);
    }

    @Override
    public Boolean call() {
        try (Gpu gpu = Gpu.connect(uri)) {
            int[] expected = new int[NUMBERS];
            Arrays.setAll(expected, i -> i);
            try (GpuInts numbers = gpu.upload(expected.clone());
                    GpuLongs cell = gpu.upload(numbers.address());
                    GpuModule module = gpu.load(MigrationTest.PROGRAM)) {
                Kernel step = module.kernel("step");
                int done = 0;
                while (!stop.get()) {
                    for (int i = 0; i < batch; i++) {
                        step.launch(Dim3.of(NUMBERS / 100), Dim3.of(100), cell, NUMBERS);
                        walk(expected);
                    }
                    gpu.synchronize();
                    done += batch;
                    stepped(done);
                }
                return Arrays.equals(numbers.download(), expected);
            }
        }
    }

    private static void walk(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = numbers[i] * 1664525 + 1013904223;
        }
    }
}
