package dev.hira.sim.opencl.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BuildOptionsTest {
    @Test
    void shouldSplitAtBlanks() {
        assertThat(BuildOptions.split("")).isEmpty();
        assertThat(BuildOptions.split(" \t\n")).isEmpty();
        assertThat(BuildOptions.split("-w")).containsExactly("-w");
        assertThat(BuildOptions.split("  -D N=3\t-cl-mad-enable "))
                .containsExactly("-D", "N=3", "-cl-mad-enable");
    }

    @Test
    void shouldKeepQuotedBlanksAndEscapedMarks() {
        assertThat(BuildOptions.split("-D \"SUM=a + b\" -w"))
                .containsExactly("-D", "SUM=a + b", "-w");
        assertThat(BuildOptions.split("-DSUM=\"a + b\"c")).containsExactly("-DSUM=a + bc");
        assertThat(BuildOptions.split("-DTEXT=\\\"x\\\" -DPATH=a\\\\b -DN=\\n \\"))
                .containsExactly("-DTEXT=\"x\"", "-DPATH=a\\b", "-DN=\\n", "\\");
        assertThat(BuildOptions.split("\"\" x")).containsExactly("", "x");
    }
}
