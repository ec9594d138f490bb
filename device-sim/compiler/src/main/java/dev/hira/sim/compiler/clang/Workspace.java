package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The files that one run of the compiler sees. They lie under plain numbers in a private folder; a
 * virtual file system, which clang reads as a YAML file, shows them under their own names, and
 * shows nothing else: names outside of it do not exist, whatever the source includes or embeds.
 */
final class Workspace implements AutoCloseable {
    /** The virtual folder of the program's own files. */
    static final String SOURCES = "/src";

    /** The virtual folder of the compiler's headers. */
    static final String HEADERS = "/hira";

    private final Path folder;
    private final List<String> roots = new ArrayList<>();
    private int files;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    static Workspace in(WorkFolder work) throws IOException {
        return new Workspace(PrivateFolders.fresh(work.folder(), "run-"));
    }

    /** Shows texts by their names in a virtual folder. */
    void addAll(String virtualFolder, Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> each : texts.entrySet()) {
            show(virtualFolder + "/" + each.getKey(), add(each.getValue()));
        }
    }

    /**
     * Writes a text to a file of its own, which clang sees only when it is shown. Characters that
     * UTF-8 lacks become question marks, so that no text is a reason to fail.
     */
    Path add(String text) throws IOException {
        Path file = folder.resolve(Integer.toString(files++));
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Shows a file of the host under a virtual name. */
    void show(String virtualName, Path file) {
        roots.add(
                "{\"name\":\""
                        + quoted(virtualName)
                        + "\",\"type\":\"file\",\"external-contents\":\""
                        + quoted(file.toString())
                        + "\"}");
    }

    /** Writes the description of the virtual file system and returns its file. */
    Path overlay() throws IOException {
        return add(
                "{\"version\":0,\"case-sensitive\":\"true\",\"fallthrough\":\"false\","
                        + "\"use-external-names\":\"false\",\"roots\":["
                        + String.join(",\n", roots)
                        + "]}");
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        PrivateFolders.delete(folder);
    }
}
