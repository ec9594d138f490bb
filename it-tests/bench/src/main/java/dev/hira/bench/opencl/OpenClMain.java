package dev.hira.bench.opencl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The process that owns the OpenCL device. It prints {@code ready} and the device's name, or {@code
 * absent} and the reason; then it answers each line {@code program size} with the nanoseconds of
 * one run, and {@code call NAME count} with those of the calls; or with {@code unknown} or {@code
 * failed}, until its input ends. Its argument is the kind of the device.
 */
final class OpenClMain {
    /** The line that releases all programs; it has no answer. */
    static final String FORGET = "forget";

    /** The word before the name and the number of {@linkplain OpenClCalls calls}. */
    static final String CALL = "call";

    /** The answer for an unknown program. */
    static final String UNKNOWN = "unknown";

    private final Map<String, OpenClBoard> ready = new HashMap<>();
    private final OpenClDevice device;
    private @Nullable OpenClCalls calls;

    private OpenClMain(OpenClDevice device) {
        this.device = device;
    }

    public static void main(String[] args) throws IOException {
        OpenClDevice device;
        try {
            device = OpenClDevice.open(Long.parseLong(args[0]));
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
            if (line.equals(FORGET)) {
                ready.values().forEach(OpenClBoard::close);
                ready.clear();
            } else {
                System.out.println(answer(line));
            }
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ");
        try {
            if (words[0].equals(CALL)) {
                long nanos = calls().make(OpenClCall.valueOf(words[1]), Integer.parseInt(words[2]));
                return String.valueOf(nanos);
            }
            OpenClTask task = OpenClTask.ALL.get(words[0]);
            if (task == null) {
                return UNKNOWN;
            }
            return timed(line, task, words[0], Integer.parseInt(words[1]));
        } catch (RuntimeException failure) {
            return "failed: " + String.valueOf(failure.getMessage()).replace('\n', ' ');
        }
    }

    private OpenClCalls calls() {
        OpenClCalls made = calls;
        if (made == null) {
            made = new OpenClCalls(device, Arena.ofShared());
            calls = made;
        }
        return made;
    }

    private String timed(String line, OpenClTask task, String program, int size) {
        OpenClBoard board = ready.computeIfAbsent(line, _ -> prepared(task, program, size));
        board.reset();
        long start = System.nanoTime();
        board.run();
        return String.valueOf(System.nanoTime() - start);
    }

    private OpenClBoard prepared(OpenClTask task, String program, int size) {
        OpenClBoard board = new OpenClBoard(device, program);
        task.prepare(board, size);
        return board;
    }
}
