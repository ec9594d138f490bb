package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares random programs that were moved with the same programs where they were. */
@Timeout(240)
final class RandomMovesTest {
    @ParameterizedTest(name = "seed {0}, virtual time {1}")
    @CsvSource({
        "1,true",
        "2,true",
        "3,true",
        "4,true",
        "5,true",
        "6,true",
        "7,true",
        "8,true",
        "9,false",
        "10,false",
        "11,false",
        "12,false"
    })
    void shouldSeeTheSameAfterItsMove(long seed, boolean virtual) {
        try (Guest guest = Guest.at(Guest.device("profile=small,capability=9.0", virtual))) {
            RandomProgram program = new RandomProgram(guest, seed).run(400);
            guest.rest();
            guest.printed.clear();
            try (Guest moved =
                    guest.movedTo(Guest.device("profile=default,capability=9.0", virtual))) {
                List<String> there = program.at(moved, -seed).run(300).transcript();
                List<String> here = program.at(guest, -seed).run(300).transcript();
                assertThat(there).isNotEmpty().isEqualTo(here);
            }
        }
    }
}
