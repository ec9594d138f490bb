package dev.hira.router.session.kept;

import com.google.protobuf.UnsafeByteOperations;
import dev.hira.serving.state.RecordLog;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.v1.CheckpointKept;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The records of a session's file on their way to another router, in a checkpoint. */
public final class KeptRecords {
    private KeptRecords() {}

    /**
     * Returns the records from which another router goes on with a session; none if its file is
     * gone.
     *
     * @param as the agreements for that router
     */
    public static List<CheckpointKept> of(SessionFile file, StoredSession as) {
        List<CheckpointKept> records = new ArrayList<>();
        try {
            file.copy(
                    as,
                    (kind, version, content) ->
                            records.add(
                                    CheckpointKept.newBuilder()
                                            .setKind(kind)
                                            .setVersion(version)
                                            .setContent(UnsafeByteOperations.unsafeWrap(content))
                                            .build()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }

    /**
     * Writes the file of a session of another router.
     *
     * @throws UncheckedIOException when that is not possible
     */
    static void write(Path path, List<CheckpointKept> records) {
        try (RecordLog log = RecordLog.openVolatile(path, SessionFile.KIND, _ -> {})) {
            log.rewrite(to -> {
                for (CheckpointKept record : records) {
                    to.add(
                            record.getKind(),
                            record.getVersion(),
                            record.getContent().toByteArray());
                }
            });
        }
    }
}
