package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The system's libraries that programs need. They are found by the names in the programs' files, as
 * the system's loader finds them, so that they may be for another processor than this machine's.
 */
final class SystemLibraries {
    /** Begins the names of the system's loader, which programs name and which is there first. */
    private static final String LOADER = "ld-linux";

    private final Path system;
    private final List<String> folders;
    private final Set<String> own = new HashSet<>();
    private final Set<String> found = new TreeSet<>();
    private final Deque<Path> unread = new ArrayDeque<>();

    private SystemLibraries(Target target) {
        this.system = target.system();
        this.folders =
                List.of(
                        "/lib/" + target.multiarch(),
                        "/usr/lib/" + target.multiarch(),
                        "/lib64",
                        "/usr/lib64",
                        "/lib",
                        "/usr/lib");
    }

    /**
     * Returns the paths in the system of all libraries that files need and that are not among these
     * files, and the system's loader if a file is a program.
     */
    static Set<String> of(Target target, Collection<Path> files) throws IOException {
        SystemLibraries libraries = new SystemLibraries(target);
        for (Path file : files) {
            libraries.own.add(file.getFileName().toString());
            libraries.unread.add(file);
        }
        while (!libraries.unread.isEmpty()) {
            libraries.read(libraries.unread.remove());
        }
        return libraries.found;
    }

    private void read(Path file) throws IOException {
        Optional<ElfFile> elf = ElfFile.read(file);
        if (elf.isEmpty()) {
            return;
        }
        elf.get().interpreter().ifPresent(found::add);
        for (String name : elf.get().needed()) {
            if (!name.startsWith(LOADER) && own.add(name)) {
                String path = find(name, file);
                found.add(path);
                unread.add(at(system, path));
            }
        }
    }

    private String find(String name, Path user) throws IOException {
        for (String folder : folders) {
            if (Files.exists(at(system, folder + "/" + name))) {
                return folder + "/" + name;
            }
        }
        throw new IOException(
                "the library "
                        + name
                        + ", which "
                        + user
                        + " needs, is not in "
                        + system
                        + folders);
    }

    /** Returns the place of a system's file; {@code /lib} may lie in {@code /usr}. */
    static Path at(Path system, String path) {
        Path file = system.resolve(path.substring(1));
        return Files.exists(file) ? file : system.resolve("usr" + path);
    }
}
