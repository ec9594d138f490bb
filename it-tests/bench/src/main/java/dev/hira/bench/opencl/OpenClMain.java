package dev.hira.bench.opencl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The process that has the OpenCL device. It says {@code ready} and the device's name, or {@code
 * absent} and why; then it answers each line {@code program size} with the nanoseconds of one run,
 * or with {@code unknown}, until its input ends.
 */
final class OpenClMain {
    private final Map<String, Runnable> ready = new HashMap<>();
    private final OpenClDevice device;

    private OpenClMain(OpenClDevice device) {
        this.device = device;
    }

    public static void main(String[] args) throws IOException {
        OpenClDevice device;
        try {
            device = OpenClDevice.open();
        } catch (RuntimeException absent) {
            System.out.println("absent " + absent.getMessage());
            return;
        }
        System.out.println("ready " + device.name());
        new OpenClMain(device).serve();
    }

    private void serve() throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(line));
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ");
        try {
            Runnable task =
                    ready.computeIfAbsent(
                            line,
                            _ -> OpenClTask.of(words[0], Integer.parseInt(words[1])).on(device));
            long start = System.nanoTime();
            task.run();
            return String.valueOf(System.nanoTime() - start);
        } catch (IllegalArgumentException unknown) {
            return "unknown";
        }
    }
}
