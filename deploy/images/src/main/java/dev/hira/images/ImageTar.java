package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.gson.Gson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes images as archives that {@code podman load} and {@code docker load} read. */
final class ImageTar {
    private static final FilePermissions EXECUTABLE = FilePermissions.fromOctalString("755");
    private static final FilePermissions READABLE = FilePermissions.fromOctalString("644");
    private static final FilePermissions WRITABLE = FilePermissions.fromOctalString("777");

    private static final String LAYERS = "layers";

    private final ImageRoot root;
    private final Path work;
    private final Target target;

    private ImageTar(ImageRoot root, Path work, Target target) {
        this.root = root;
        this.work = work;
        this.target = target;
    }

    /**
     * Prepares a writer for the images of one build. Jib knows a layer again by the times of its
     * files, which are all the same here, so each build begins without layers.
     *
     * @param work a folder for layers that images share
     */
    static ImageTar of(ImageRoot root, Path work, Target target) throws IOException {
        new ImageRoot(work).remove(LAYERS);
        return new ImageTar(root, work, target);
    }

    /**
     * Writes an image and returns its digest.
     *
     * @param tags the tags of its name; at least one
     */
    String write(Image image, List<String> tags, Path to) throws IOException, InterruptedException {
        try {
            String name = "localhost/hira-" + image.name() + ":";
            Files.createDirectories(work);
            JibContainerBuilder builder = Jib.from(TarImage.at(base(image)));
            for (Image.Layer layer : image.layers()) {
                FileEntriesLayer entries = layer(layer);
                if (!entries.getEntries().isEmpty()) {
                    builder.addFileEntriesLayer(entries);
                }
            }
            builder.setEntrypoint(image.command())
                    .setEnvironment(image.environment())
                    .setUser(JavaRuntime.USER)
                    .setCreationTime(Instant.EPOCH);
            Containerizer target =
                    Containerizer.to(TarImage.at(to).named(name + tags.getFirst()))
                            .setBaseImageLayersCache(work.resolve("base"))
                            .setApplicationLayersCache(work.resolve(LAYERS))
                            .setOfflineMode(true)
                            .setToolName("hira");
            for (String tag : tags.subList(1, tags.size())) {
                target.withAdditionalTag(tag);
            }
            JibContainer written = builder.containerize(target);
            return written.getDigest().toString();
        } catch (IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the image " + image.name() + " cannot be written", e);
        }
    }

    private FileEntriesLayer layer(Image.Layer layer) throws IOException {
        FileEntriesLayer.Builder entries = FileEntriesLayer.builder().setName(layer.name());
        for (String path : layer.paths()) {
            if (!path.contains("/")) {
                try (Stream<Path> tops = Files.list(root.at(path))) {
                    for (Path top : tops.sorted().toList()) {
                        add(entries, path + "/" + top.getFileName());
                    }
                }
            } else if (Files.exists(root.at(path))) {
                add(entries, path);
            }
        }
        return entries.build();
    }

    private void add(FileEntriesLayer.Builder entries, String path) throws IOException {
        requireProcessor(root.at(path));
        entries.addEntryRecursive(
                root.at(path),
                AbsoluteUnixPath.get(ImageRoot.inContainer(path)),
                (file, _) -> permissions(file),
                (_, _) -> ImageRoot.TIME);
    }

    /** Fails if a program or a library is for another processor than the image. */
    private void requireProcessor(Path top) throws IOException {
        List<Path> files;
        try (Stream<Path> below = Files.walk(top)) {
            files = below.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String processor = ElfFile.processor(file).orElse(target.processor());
            if (!processor.equals(target.processor())) {
                throw new IOException(
                        file
                                + " is for "
                                + processor
                                + ", and the image is for "
                                + target.processor());
            }
        }
    }

    private FilePermissions permissions(Path file) {
        if (isWritable(file)) {
            return WRITABLE;
        }
        return Files.isDirectory(file) || Files.isExecutable(file) ? EXECUTABLE : READABLE;
    }

    private boolean isWritable(Path file) {
        return JavaRuntime.WRITABLE.stream().anyMatch(path -> root.at(path).equals(file));
    }

    /**
     * Writes an image without layers, on which Jib puts all of them. Jib has no setting for the
     * health check, but takes that of the base. A check starts a JVM, which takes seconds on a busy
     * machine.
     */
    private Path base(Image image) throws IOException {
        Map<String, ?> check =
                Map.of(
                        "Test",
                        Stream.concat(Stream.of("CMD"), image.health().stream()).toList(),
                        "Interval",
                        Duration.ofSeconds(10).toNanos(),
                        "Timeout",
                        Duration.ofSeconds(15).toNanos(),
                        "StartPeriod",
                        Duration.ofSeconds(60).toNanos(),
                        "Retries",
                        3);
        Map<String, ?> configuration =
                Map.of(
                        "architecture",
                        target.architecture(),
                        "os",
                        "linux",
                        "config",
                        image.health().isEmpty() ? Map.of() : Map.of("Healthcheck", check),
                        "rootfs",
                        Map.of("type", "layers", "diff_ids", List.of()));
        Path file = work.resolve("base-" + image.name() + ".tar");
        Gson gson = new Gson();
        try (OutputStream out = Files.newOutputStream(file);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            add(tar, "config.json", gson.toJson(configuration));
            add(
                    tar,
                    "manifest.json",
                    gson.toJson(List.of(Map.of("Config", "config.json", "Layers", List.of()))));
        }
        return file;
    }

    private static void add(TarArchiveOutputStream tar, String name, String text)
            throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
