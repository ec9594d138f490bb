package dev.hira.images;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds the container images from a built tree; {@code ./hira images} runs it. */
@Command(
        name = "hira images",
        description =
                "Build the images of router, api-server, hira and an example guest, without a"
                        + " container engine.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  ./hira images && podman load -i deploy/images/target/images/router.tar"
        })
public final class Images implements Callable<Integer> {
    private static final double MB = 1e6;

    /** An empty folder that the Containerfile copies where Java comes with the base. */
    private static final String EMPTY = "empty";

    @Spec CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder for the images; by default deploy/images/target/images.")
    Path out = Path.of("deploy/images/target/images");

    @Option(names = "--home", hidden = true, description = "The built source tree.")
    Path home = Path.of("");

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "The tag of the images; by default ${DEFAULT-VALUE}.")
    String tag = "latest";

    public static void main(String[] args) {
        System.exit(new CommandLine(new Images()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path tree = home.toAbsolutePath().normalize();
        Path work = tree.resolve("deploy/images/target/work");
        Path folder = tree.resolve(out);
        Files.createDirectories(folder);
        ImageRoot root = new ImageRoot(work.resolve("root"));
        Files.createDirectories(root.at(EMPTY));
        ProgramFiles programs = new ProgramFiles(root, tree);
        PrintWriter print = spec.commandLine().getOut();
        print.println("linking a Java runtime of " + JavaRuntime.MODULES.size() + " modules");
        new JavaRuntime(root).build();
        programs.build();
        print.println("recording caches for fast starts");
        new StartCaches(root, programs, work.resolve("caches")).build();
        new GuestExample(root, tree).build();
        ImageTar images = ImageTar.of(root, work, System.getProperty("os.arch"));
        for (Image image : Image.all()) {
            Path tar = folder.resolve(image.name() + ".tar");
            String digest = images.write(image, List.of(tag), tar);
            print.printf(
                    Locale.ROOT,
                    "%-40s %5.1f MB  %s%n",
                    tree.relativize(tar),
                    Files.size(tar) / MB,
                    digest);
        }
        return 0;
    }
}
