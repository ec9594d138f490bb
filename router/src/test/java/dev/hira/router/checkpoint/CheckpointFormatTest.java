package dev.hira.router.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Checkpoints are read as they were written, or refused. */
final class CheckpointFormatTest {
    private static final long SEED = 20_261_123;

    private static final CheckpointKept KEPT =
            CheckpointKept.newBuilder()
                    .setKind(2)
                    .setVersion(1)
                    .setContent(ByteString.copyFromUtf8("a note"))
                    .build();

    private final Random random = new Random(SEED);

    private static CheckpointVm vm(int sessions) {
        return CheckpointVm.newBuilder().setVm("vm").setSessions(sessions).build();
    }

    private static CheckpointSession session(int number) {
        return CheckpointSession.newBuilder().setSession("s" + number).setLastCall(7).build();
    }

    private static Frame calls(int count) {
        FrameWriter writer = new FrameWriter();
        for (int i = 1; i <= count; i++) {
            writer.begin(RecordKinds.CALL, 0, 3, i, 1).args(new byte[] {8, 1}, 2).end();
        }
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] write(int sessions) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        CheckpointWriter writer = new CheckpointWriter(Channels.newChannel(file), 42);
        writer.vm(vm(sessions));
        for (int i = 0; i < sessions; i++) {
            writer.session(session(i));
            writer.kept(KEPT);
            Frame frame = calls(3);
            writer.calls(frame);
            frame.release();
            writer.state(bytes(100));
            writer.state(bytes(50));
            writer.endSession(4096);
        }
        writer.end();
        assertThat(writer.bytes()).isEqualTo(file.size());
        return file.toByteArray();
    }

    private static List<CheckpointEntry> read(byte[] file) throws IOException {
        CheckpointReader reader = new CheckpointReader(new ByteArrayInputStream(file));
        List<CheckpointEntry> entries = new ArrayList<>();
        do {
            entries.add(reader.next());
        } while (!(entries.getLast() instanceof CheckpointEntry.End));
        assertThat(reader.offset()).isEqualTo(file.length);
        return entries;
    }

    private static CheckpointException problem(byte[] file) {
        try {
            CheckpointReader.check(new ByteArrayInputStream(file));
        } catch (CheckpointException e) {
            return e;
        } catch (IOException e) {
            throw new AssertionError("not refused as a checkpoint", e);
        }
        throw new AssertionError("a wrong checkpoint was accepted");
    }

    @Test
    void shouldReadWhatWasWritten() throws IOException {
        List<CheckpointEntry> entries = read(write(2));
        assertThat(entries.getFirst()).isEqualTo(new CheckpointEntry.Vm(vm(2)));
        assertThat(entries.get(1)).isEqualTo(new CheckpointEntry.Session(session(0)));
        assertThat(entries.get(2)).isEqualTo(new CheckpointEntry.Kept(KEPT));
        assertThat(entries.get(7)).isEqualTo(new CheckpointEntry.Session(session(1)));
        CheckpointEntry.Calls calls = (CheckpointEntry.Calls) entries.get(3);
        Frame frame = calls(3);
        assertThat(calls.frame()).hasSize(frame.size());
        frame.release();
        assertThat(entries.get(6)).isInstanceOf(CheckpointEntry.SessionEnd.class);
        assertThat(entries).hasSize(14);
        assertThat(CheckpointReader.check(new ByteArrayInputStream(write(0)))).isEqualTo(vm(0));
    }

    @Test
    void shouldRefuseAChangeOfAnyByte() throws IOException {
        byte[] file = write(2);
        for (int at = 0; at < file.length; at++) {
            byte[] damaged = file.clone();
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            CheckpointException problem = problem(damaged);
            assertThat(problem.offset()).as("change at %d", at).isBetween(0L, (long) file.length);
            assertThat(problem).hasMessageContaining("at byte " + problem.offset());
        }
    }

    @Test
    void shouldTellTheSectionOfADamage() throws IOException {
        byte[] file = write(1);
        byte[] damaged = file.clone();
        int section = CheckpointLayout.HEADER_BYTES;
        damaged[section + 10] ^= 1;
        assertThat(problem(damaged))
                .hasMessage(
                        "the checkpoint cannot be used: at byte 28, section 0 is damaged: its"
                                + " checksum is wrong");
    }

    @Test
    void shouldRefuseAFileThatIsCutOffAnywhere() throws IOException {
        byte[] file = write(2);
        for (int length = 0; length < file.length; length++) {
            CheckpointException problem = problem(Arrays.copyOf(file, length));
            assertThat(problem.offset()).as("cut at %d", length).isEqualTo(length);
            assertThat(problem).hasMessageContaining("the file ends within");
        }
    }

    @Test
    void shouldRefuseBytesBehindTheEnd() throws IOException {
        byte[] file = write(1);
        assertThat(problem(Arrays.copyOf(file, file.length + 1)))
                .hasMessageContaining("at byte " + file.length + ", bytes follow the last section");
    }

    @Test
    void shouldRefuseANewerVersionAndForeignFiles() throws IOException {
        assertThat(problem(ofVersion(2)))
                .hasMessageContaining("version 2")
                .hasMessageContaining("up to 1; use a newer one");
        assertThat(problem(ofVersion(-1))).hasMessageContaining("version 4294967295");
        assertThat(problem("#!/bin/sh, and more than a header".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("does not begin with HIRACKPT");
    }

    @Test
    void shouldNotAskForANewerRouterToReadAVersionThatNeverWas() throws IOException {
        assertThat(problem(ofVersion(0)))
                .hasMessageContaining("version 0 of the format; versions begin with 1")
                .hasMessageNotContaining("newer");
    }

    private byte[] ofVersion(int version) throws IOException {
        byte[] file = write(1);
        ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(8, version);
        CRC32C crc = new CRC32C();
        crc.update(file, 0, CheckpointLayout.HEADER_CHECKED);
        header.putInt(CheckpointLayout.HEADER_CHECKED, (int) crc.getValue());
        return file;
    }

    @Test
    void shouldRefuseSectionsThatAreMissingRepeatedOrFromAnotherFile() throws IOException {
        byte[] file = write(1);
        int vm = sectionBytes(file, CheckpointLayout.HEADER_BYTES);
        int session = CheckpointLayout.HEADER_BYTES + vm;
        int next = session + sectionBytes(file, session);
        byte[] without = without(file, session, next);
        assertThat(problem(without)).hasMessageContaining("at byte " + session);
        byte[] twice = new byte[file.length + next - session];
        System.arraycopy(file, 0, twice, 0, next);
        System.arraycopy(file, session, twice, next, file.length - session);
        assertThat(problem(twice)).hasMessageContaining("at byte " + next);

        ByteArrayOutputStream other = new ByteArrayOutputStream();
        CheckpointWriter writer = new CheckpointWriter(Channels.newChannel(other), 43);
        writer.vm(vm(1));
        byte[] mixed = other.toByteArray();
        mixed = Arrays.copyOf(mixed, mixed.length + file.length - session);
        System.arraycopy(file, session, mixed, session, file.length - session);
        assertThat(problem(mixed)).hasMessageContaining("at byte " + session);
    }

    private static int sectionBytes(byte[] file, int at) {
        int content = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(at + 4);
        return CheckpointLayout.SECTION_HEAD + content + CheckpointLayout.CRC_BYTES;
    }

    private static byte[] without(byte[] file, int from, int to) {
        byte[] rest = new byte[file.length - (to - from)];
        System.arraycopy(file, 0, rest, 0, from);
        System.arraycopy(file, to, rest, from, file.length - to);
        return rest;
    }

    @Test
    void shouldRefuseSectionsOutOfOrderAndWrongCounts() throws IOException {
        assertThat(problem(written(CheckpointWriter::end))).hasMessageContaining("is a END");
        assertThat(
                        problem(
                                written(w -> {
                                    w.vm(vm(2));
                                    w.session(session(0));
                                    w.endSession(0);
                                    w.end();
                                })))
                .hasMessageContaining("allowed are [SESSION]");
        assertThat(
                        problem(
                                written(w -> {
                                    w.vm(vm(1));
                                    w.session(session(0));
                                    w.session(session(1));
                                })))
                .hasMessageContaining("is a SESSION");
        assertThat(
                        problem(
                                written(w -> {
                                    w.vm(vm(1));
                                    w.session(session(0));
                                    w.state(bytes(9));
                                    Frame frame = calls(1);
                                    w.calls(frame);
                                    frame.release();
                                })))
                .hasMessageContaining("is a CALLS");
    }

    /** Writes sections of a checkpoint. */
    private interface Sections {
        void write(CheckpointWriter writer) throws IOException;
    }

    private static byte[] written(Sections sections) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        sections.write(new CheckpointWriter(Channels.newChannel(file), 42));
        return file.toByteArray();
    }

    @Test
    void shouldNotStoreALengthThatTheFileDoesNotHave() throws IOException {
        byte[] file = write(1);
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CheckpointLayout.HEADER_BYTES + 4, CheckpointLayout.MOST_BYTES);
        assertThat(problem(file)).hasMessageContaining("the file ends within section 0");
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CheckpointLayout.HEADER_BYTES + 4, CheckpointLayout.MOST_BYTES + 1);
        assertThatThrownBy(() -> CheckpointReader.check(new ByteArrayInputStream(file)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("section 0 claims");
    }
}
