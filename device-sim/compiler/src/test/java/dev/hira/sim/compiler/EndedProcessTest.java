package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.ProfileText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process of a simulated device that ends while clang builds its programs. */
@Timeout(120)
final class EndedProcessTest {
    private static final int BUILDS = 4;

    /** Takes clang far longer than it may: each of 64 levels includes the next one twice. */
    private static String slow(int number) {
        StringBuilder source =
                new StringBuilder("// " + number + "\n#ifndef D\n#define D 0\n#endif\n");
        for (int i = 0; i < 64; i++) {
            String next = "#undef D\n#define D " + (i + 1) + "\n#include \"program.cl\"\n";
            source.append(i == 0 ? "#if" : "#elif").append(" D == ").append(i).append("\n");
            source.append(next).append(next).append("#undef D\n#define D ").append(i).append("\n");
        }
        return source.append("#else\n#endif\n").toString();
    }

    private static OpenClException build(SimProcess process, int number) {
        OpenClDriver cl = process.openClLane(number);
        long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        long context = cl.clCreateContext(new long[0], new long[] {device});
        long program = cl.clCreateProgramWithSource(context, List.of(slow(number)));
        return catchThrowableOfType(
                OpenClException.class, () -> cl.clBuildProgram(program, new long[] {device}, ""));
    }

    private static List<ProcessHandle> compilers() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
    }

    @Test
    void shouldLeaveNoCompilerBehind() throws Exception {
        try (SimHost host = SimHost.of(ProfileText.parse("profile=small"))) {
            SimProcess process = host.open();
            List<Future<OpenClException>> builds = new ArrayList<>();
            for (int i = 0; i < BUILDS; i++) {
                int number = i;
                FutureTask<OpenClException> build = new FutureTask<>(() -> build(process, number));
                builds.add(build);
                Thread.ofPlatform().daemon().start(build);
            }
            while (compilers().isEmpty()) {
                Thread.onSpinWait();
            }
            process.close();
            for (Future<OpenClException> each : builds) {
                assertThat(each.get()).isNotNull();
            }
            assertThat(compilers()).isEmpty();
        }
    }
}
