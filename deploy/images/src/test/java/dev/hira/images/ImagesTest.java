package dev.hira.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options of the command that builds images. */
final class ImagesTest {
    @Test
    void shouldNameArchivesByTheFolderThatTheUserGave() {
        Image image = Image.all().getFirst();
        for (String folder : new String[] {"/srv/images", "made/here", "../beside"}) {
            Images images = new Images();
            new CommandLine(images).parseArgs("--home", "/srv/clone", "--out", folder);
            assertThat(images.archive(image)).isEqualTo(Path.of(folder, image.name() + ".tar"));
        }
    }
}
