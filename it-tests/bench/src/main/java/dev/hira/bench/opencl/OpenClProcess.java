package dev.hira.bench.opencl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A process that runs the gallery's kernels with OpenCL, on a number of processors. */
public final class OpenClProcess implements AutoCloseable {
    private final Process process;
    private final PrintWriter out;
    private final BufferedReader in;
    private final String greeting;

    /**
     * Starts a process.
     *
     * @param workers the number of processors that it uses, if its OpenCL is PoCL
     */
    public OpenClProcess(int workers) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenClMain.class.getName());
        builder.environment().put("POCL_MAX_PTHREAD_COUNT", String.valueOf(workers));
        builder.environment().put("POCL_AFFINITY", "0");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        process = builder.start();
        out = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        in =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        greeting = String.valueOf(in.readLine());
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
        if (!present()) {
            return OptionalLong.empty();
        }
        out.println(program + " " + size);
        String answer = String.valueOf(in.readLine());
        if (answer.equals(OpenClMain.UNKNOWN)) {
            return OptionalLong.empty();
        }
        if (!answer.matches("\\d+")) {
            throw new IOException("OpenCL could not run " + program + ": " + answer);
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
