package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecordKindsTest {
    @Test
    void shouldKnowExactlyTheKindsThatHaveAName() {
        assertThat(IntStream.range(0, 256).filter(RecordKinds::isKnown))
                .containsExactly(
                        RecordKinds.CALL,
                        RecordKinds.CALLBACK_RETURN,
                        RecordKinds.REFUSED,
                        RecordKinds.REPLY,
                        RecordKinds.OUTPUT,
                        RecordKinds.CALLBACK,
                        RecordKinds.FAILED,
                        RecordKinds.DONE,
                        RecordKinds.CONTROL);
        assertThat(IntStream.range(0, 256))
                .allSatisfy(kind ->
                        assertThat(RecordKinds.name(kind).equals("kind " + kind))
                                .isNotEqualTo(RecordKinds.isKnown(kind)));
    }
}
