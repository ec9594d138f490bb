package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The caches of loaded classes, with which containers start fast. The JVM of the image records them
 * while sessions run. What it records differs a little from run to run, so a cache is kept, outside
 * of the root, as long as the runtime, the jars and the options stay the same: builds of the same
 * files give the same image.
 */
final class StartCaches {
    private static final String TRAINING_RUN = "dev.hira.cli.training.TrainingRun";
    private static final String SESSIONS = "20";

    private final ImageRoot root;
    private final ProgramFiles programs;
    private final Path kept;

    /**
     * Prepares the caches.
     *
     * @param kept the folder for caches that later builds use again
     */
    StartCaches(ImageRoot root, ProgramFiles programs, Path kept) {
        this.root = root;
        this.programs = programs;
        this.kept = kept;
    }

    void build() throws IOException {
        Files.createDirectories(kept);
        for (boolean hostsDevices : new boolean[] {false, true}) {
            String path = ProgramFiles.cache(hostsDevices);
            String key = key(hostsDevices);
            Path cache = kept.resolve(key + ".aot");
            if (!Files.exists(cache)) {
                record(hostsDevices, cache);
            }
            root.copy(cache, path);
        }
        root.finish(ImageRoot.HIRA);
    }

    private String key(boolean hostsDevices) throws IOException {
        Digests digests = new Digests();
        digests.add(String.join("\n", programs.options("", hostsDevices)));
        digests.add(Files.readString(root.at(JavaRuntime.KEY)));
        for (String folder : List.of(ProgramFiles.LIB, ProgramFiles.DEPENDENCIES)) {
            for (Path jar : ImageRoot.files(root.at(folder))) {
                digests.add(jar);
            }
        }
        return digests.hex();
    }

    private void record(boolean hostsDevices, Path cache) throws IOException {
        Path unfinished = cache.resolveSibling("unfinished.aot");
        List<String> command = new ArrayList<>();
        command.add(root.at(ImageRoot.JAVA + "/bin/java").toString());
        command.add("-XX:AOTCacheOutput=" + unfinished);
        command.addAll(programs.plainOptions(root.at("hira").toString(), hostsDevices));
        command.add(TRAINING_RUN);
        command.add(SESSIONS);
        String output = Tool.run(command, Map.of(), kept);
        if (!Files.exists(unfinished)) {
            throw new IOException("the JVM recorded no cache of loaded classes: " + output);
        }
        Files.move(unfinished, cache);
    }
}
