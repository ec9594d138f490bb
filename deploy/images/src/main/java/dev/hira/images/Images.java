package dev.hira.images;

import dev.hira.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = "--compiler",
            description =
                    "Build the image of an API server that compiles kernels in source too; Maven"
                            + " downloads clang (147 MB).")
    boolean compiler;

    @Option(
            names = "--caches",
            paramLabel = "FOLDER",
            description =
                    "The folder with the caches of loaded classes that earlier builds have recorded;"
                            + " by default below deploy/images/target.")
    @Nullable Path caches;

    @ArgGroup(exclusive = false)
    @Nullable Other other;

    /** Another processor than this machine's. */
    static final class Other {
        @Option(
                names = "--jdk",
                paramLabel = "FOLDER",
                required = true,
                description = "A JDK for another processor, with its folder jmods.")
        Path jdk = Path.of("");

        @Option(
                names = "--system",
                paramLabel = "FOLDER",
                required = true,
                description = "The root of a system for that processor: the C library is copied.")
        Path system = Path.of("");
    }

    public static void main(String[] args) {
        System.exit(Main.shared(new CommandLine(new Images())).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path tree = home.toAbsolutePath().normalize();
        Target target = target();
        Path top = tree.resolve("deploy/images/target/work");
        Path work = target.isHere() ? top : top.resolve(target.processor());
        ImageRoot root = new ImageRoot(work.resolve("root"));
        Files.createDirectories(root.at(EMPTY));
        fill(root, target, tree, caches == null ? work.resolve("caches") : tree.resolve(caches));
        Files.createDirectories(tree.resolve(out));
        ImageTar images = ImageTar.of(root, work, target);
        for (Image image : images()) {
            Path tar = tree.resolve(archive(image));
            String digest = images.write(image, List.of(tag), tar);
            spec.commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "%-40s %5.1f MB  %s%n",
                            archive(image),
                            Files.size(tar) / MB,
                            digest);
        }
        return 0;
    }

    /** Returns the path of an image as users name it: with the folder that they gave. */
    Path archive(Image image) {
        return out.resolve(image.name() + ".tar");
    }

    private Target target() throws IOException {
        if (other == null) {
            return Target.here();
        }
        Target target = Target.of(other.jdk.toRealPath(), other.system.toRealPath());
        if (target.isHere()) {
            throw new ParameterException(
                    spec.commandLine(), "--jdk is for another processor, and this JDK is not");
        }
        if (compiler) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compiler is for x86-64, and --jdk for another processor");
        }
        return target;
    }

    private List<Image> images() {
        List<Image> images = new ArrayList<>(Image.all());
        if (compiler) {
            images.add(Image.withCompiler());
        }
        return images;
    }

    /** Makes the files of all images. */
    private void fill(ImageRoot root, Target target, Path tree, Path kept) throws IOException {
        ProgramFiles programs = new ProgramFiles(root, target, tree);
        PrintWriter print = spec.commandLine().getOut();
        print.println("linking a Java runtime of " + JavaRuntime.MODULES.size() + " modules");
        new JavaRuntime(root, target).build();
        programs.build();
        if (target.isHere()) {
            print.println("recording caches for fast starts");
            new StartCaches(root, programs, kept).build();
        }
        new GuestExample(root, tree).build();
        if (compiler) {
            print.println("unpacking clang");
            new CompilerFiles(root, target, tree).build();
        }
    }
}
