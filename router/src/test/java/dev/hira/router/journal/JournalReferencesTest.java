package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.router.journal.JournalRig.Command;
import org.junit.jupiter.api.Test;

/** Objects that live as long as the program has references to them. */
class JournalReferencesTest {
    private static final long KERNEL = 8;
    private static final long BUFFER = 5;

    private final JournalRig rig = new JournalRig(new OpenClCatalog(), SessionNotes.NONE);
    private final Journal journal = rig.journal;

    private long admit(String function, long... values) {
        return rig.admit(1, true, function, values);
    }

    @Test
    void shouldRecreateAndReleaseABufferThatAKernelsArgumentStillNames() {
        long kernel = admit("clCreateKernel", KERNEL, 7);
        long buffer = admit("clCreateBufferHIRA", BUFFER, 1, 0, 0, 64, 0x4000);
        admit("clSetKernelArgHIRA", KERNEL, 0, 8, 0, BUFFER);
        admit("clRetainMemObject", BUFFER);
        admit("clReleaseMemObject", BUFFER);
        admit("clReleaseMemObject", BUFFER);
        journal.died(buffer);
        assertThat(journal.objects()).isEqualTo(1);
        assertThat(rig.replayed())
                .extracting(Command::function)
                .containsExactly(
                        "clCreateKernel",
                        "clCreateBufferHIRA",
                        "clSetKernelArgHIRA",
                        "clRetainMemObject",
                        "clReleaseMemObject",
                        "clReleaseMemObject");

        admit("clReleaseKernel", KERNEL);
        journal.died(kernel);
        assertThat(journal.calls()).isZero();
        assertThat(journal.bytes()).isZero();
    }

    @Test
    void shouldForgetReleasedObjectsThatNoCallNeeds() {
        long buffer = admit("clCreateBufferHIRA", BUFFER, 1, 0, 0, 64, 0x4000);
        admit("clRetainMemObject", BUFFER);
        admit("clReleaseMemObject", BUFFER);
        admit("clReleaseMemObject", BUFFER);
        journal.died(buffer);
        assertThat(journal.calls()).isZero();
    }
}
