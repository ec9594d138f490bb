package dev.hira.icd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs that load the library, each in a process of its own. */
final class Programs {
    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final Path LLVM = Path.of("target/llvm/org/bytedeco/llvm/linux-x86_64");

    private Programs() {}

    /** What a process has printed, and how it has ended. */
    record Ended(int status, String output) {}

    /** Copies the library to a folder, with the options of its JVM, and returns it. */
    static Path library(Path folder) throws IOException {
        Path built = Path.of("target/classes/dev/hira/icd/libhira-opencl.so");
        if (!Files.exists(built)) {
            abort("NOT RUN: the library for native programs is built on Linux on x86-64 only");
        }
        Path library = Files.copy(built, folder.resolve("libhira-opencl.so"));
        Files.write(
                folder.resolve("libhira-opencl.so.options"),
                List.of(
                        JAVA.resolve("lib/server/libjvm.so").toString(),
                        "-Xrs",
                        "-Xss8m",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+DisablePrimordialThreadGuardPages",
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Djava.class.path=" + System.getProperty("java.class.path")));
        return library;
    }

    /** Builds the program in C with the compiler that has built the library. */
    static Path build(Path folder) throws IOException, InterruptedException {
        Path program = folder.resolve("program");
        Ended ended =
                run(
                        Map.of(),
                        List.of(
                                "/bin/sh",
                                "src/test/c/build.sh",
                                LLVM.toString(),
                                "target/shim",
                                program.toString()));
        assertThat(ended.output()).isEmpty();
        assertThat(ended.status()).isZero();
        return program;
    }

    /** Runs the JVM of this process without our classes, except those of a folder. */
    static Ended java(String classPath, String main, String argument)
            throws IOException, InterruptedException {
        return run(
                Map.of(),
                List.of(
                        JAVA.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-modules=jdk.incubator.vector",
                        "-cp",
                        classPath,
                        main,
                        argument));
    }

    static Ended run(Map<String, String> variables, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("HIRA_URI");
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), output);
    }
}
