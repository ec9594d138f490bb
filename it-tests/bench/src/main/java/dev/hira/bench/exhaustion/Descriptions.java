package dev.hira.bench.exhaustion;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import dev.hira.cava.model.Api;
import dev.hira.cava.read.Problems;
import dev.hira.cava.read.SpecReader;
import dev.hira.lapis.v1.Lapis;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The descriptions of all APIs, as cava reads them. */
final class Descriptions {
    /** The compiled descriptions, which the build puts beside this class. */
    private static final String COMPILED = "/descriptions/apis.binpb";

    private static final List<Api> ALL = read();

    private Descriptions() {}

    static List<Api> all() {
        return ALL;
    }

    private static List<Api> read() {
        ExtensionRegistry registry = ExtensionRegistry.newInstance();
        Lapis.registerAllExtensions(registry);
        try (InputStream in =
                Objects.requireNonNull(
                        Descriptions.class.getResourceAsStream(COMPILED),
                        COMPILED + " is missing in the build")) {
            List<FileDescriptorProto> files =
                    FileDescriptorSet.parseFrom(in, registry).getFileList();
            Problems problems = new Problems();
            List<Api> apis =
                    new SpecReader(files, problems)
                            .read(
                                    files.stream()
                                            .map(FileDescriptorProto::getName)
                                            .collect(Collectors.toSet()));
            if (!problems.isEmpty()) {
                throw new IllegalStateException(String.join("\n", problems.lines()));
            }
            return apis;
        } catch (IOException e) {
            throw new UncheckedIOException(COMPILED + " cannot be read", e);
        }
    }
}
