package dev.hira.publish;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with the layout of a Maven repository, with checksums beside each file. Files appear as
 * a whole, so a build may read the folder meanwhile.
 */
final class MavenRepository {
    /** The extensions of files with checksums, and their algorithms. */
    static final Map<String, String> CHECKSUMS =
            Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

    private static final String METADATA = "maven-metadata.xml";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");
    private static final String SNAPSHOT = "-SNAPSHOT";

    private final Path folder;
    private final LocalDateTime time;

    /**
     * Prepares a repository.
     *
     * @param time the time of publication that the repository states
     */
    MavenRepository(Path folder, LocalDateTime time) {
        this.folder = folder;
        this.time = time;
    }

    /**
     * Writes one file of an artifact.
     *
     * @param suffix what follows the version in the file's name, such as {@code -sources.jar}
     */
    void put(Pom pom, String suffix, byte[] content) throws IOException {
        String name = pom.artifact() + "-" + pom.version() + suffix;
        write(versions(pom).resolve(pom.version()).resolve(name), content);
    }

    /** Removes one file of an artifact, which an earlier publication may have left. */
    void remove(Pom pom, String suffix) throws IOException {
        String name = pom.artifact() + "-" + pom.version() + suffix;
        Path file = versions(pom).resolve(pom.version()).resolve(name);
        Files.deleteIfExists(file);
        for (String extension : CHECKSUMS.keySet()) {
            Files.deleteIfExists(file.resolveSibling(name + "." + extension));
        }
    }

    /** Writes the lists of versions of an artifact. */
    void index(Pom pom) throws IOException {
        Path versions = versions(pom);
        List<String> names;
        try (Stream<Path> folders = Files.list(versions)) {
            names =
                    folders.filter(Files::isDirectory)
                            .map(version -> version.getFileName().toString())
                            .sorted()
                            .toList();
        }
        String all =
                names.stream()
                        .map(name -> "      <version>" + name + "</version>\n")
                        .collect(Collectors.joining("", "    <versions>\n", "    </versions>\n"));
        write(versions.resolve(METADATA), metadata(pom, "", all));
        if (pom.version().endsWith(SNAPSHOT)) {
            write(
                    versions.resolve(pom.version()).resolve(METADATA),
                    metadata(
                            pom,
                            "  <version>" + pom.version() + "</version>\n",
                            "    <snapshot><localCopy>true</localCopy></snapshot>\n"));
        }
    }

    private byte[] metadata(Pom pom, String version, String versioning) {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <metadata>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
        %s  <versioning>
        %s    <lastUpdated>%s</lastUpdated>
          </versioning>
        </metadata>
        """
                .formatted(pom.group(), pom.artifact(), version, versioning, TIME.format(time))
                .getBytes(UTF_8);
    }

    private Path versions(Pom pom) {
        return folder.resolve(pom.group().replace('.', '/')).resolve(pom.artifact());
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        replace(file, content);
        for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
            replace(
                    file.resolveSibling(file.getFileName() + "." + checksum.getKey()),
                    checksum(checksum.getValue(), content).getBytes(US_ASCII));
        }
    }

    private static void replace(Path file, byte[] content) throws IOException {
        Path part = Files.createTempFile(file.getParent(), ".", ".part");
        try {
            Files.write(part, content);
            part.toFile().setReadable(true, false);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String checksum(String algorithm, byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }
}
