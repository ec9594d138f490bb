package dev.hira.bench.opencl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A process that runs the gallery's kernels with OpenCL, on a number of processors. */
public final class OpenClProcess implements AutoCloseable {
    private static final long PROCESSORS = 1 << 1;
    private static final long GPUS = 1 << 2;
    private static final long ALL = 0xFFFFFFFFL;

    private static final List<String> OPTIONS =
            List.of(
                    "--add-modules=jdk.incubator.vector",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow");

    private final Process process;
    private final PrintWriter out;
    private final BufferedReader in;
    private final String greeting;

    /** Starts a process on devices of a kind. */
    private OpenClProcess(long kind, Map<String, String> variables) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenClMain.class.getName(),
                        String.valueOf(kind)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("HIRA_URI");
        builder.environment().putAll(variables);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        process = builder.start();
        out = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        in =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        greeting = String.valueOf(in.readLine());
    }

    /**
     * Starts a process on this machine's processors.
     *
     * @param workers the number of processors that it uses, if its OpenCL is PoCL
     */
    public static OpenClProcess onProcessors(int workers) throws IOException {
        return new OpenClProcess(
                PROCESSORS,
                Map.of("POCL_MAX_PTHREAD_COUNT", String.valueOf(workers), "POCL_AFFINITY", "0"));
    }

    /**
     * Starts a process as {@code ./hira run} does, except that it is a Java program.
     *
     * @param variables the environment variables that lead to the driver
     */
    public static OpenClProcess onHira(Map<String, String> variables) throws IOException {
        return new OpenClProcess(GPUS, variables);
    }

    /**
     * Starts a process on the first device of another driver.
     *
     * @param variables the environment variables that lead to the driver
     */
    public static OpenClProcess onDriver(Map<String, String> variables) throws IOException {
        return new OpenClProcess(ALL, variables);
    }

    /** Returns whether the machine has an OpenCL device. */
    public boolean present() {
        return greeting.startsWith("ready ");
    }

    /** Returns the device's name, or the reason why there is none. */
    public String name() {
        return greeting.substring(greeting.indexOf(' ') + 1);
    }

    /** Runs a program once; returns the nanoseconds, or nothing when OpenCL lacks the program. */
    public OptionalLong run(String program, int size) throws IOException {
        return ask(program + " " + size);
    }

    /** Makes calls; returns the nanoseconds of each, on average. */
    public double call(OpenClCall call, int count) throws IOException {
        long nanos = ask(OpenClMain.CALL + " " + call + " " + count).orElseThrow();
        return (double) nanos / count;
    }

    private OptionalLong ask(String line) throws IOException {
        if (!present()) {
            return OptionalLong.empty();
        }
        out.println(line);
        String answer = String.valueOf(in.readLine());
        if (answer.equals(OpenClMain.UNKNOWN)) {
            return OptionalLong.empty();
        }
        if (!answer.matches("\\d+")) {
            throw new IOException("OpenCL could not run " + line + ": " + answer);
        }
        return OptionalLong.of(Long.parseLong(answer));
    }

    /** Makes the process release its programs and their memory. */
    public void forget() {
        if (present()) {
            out.println(OpenClMain.FORGET);
        }
    }

    @Override
    public void close() {
        out.close();
        process.destroy();
    }
}
