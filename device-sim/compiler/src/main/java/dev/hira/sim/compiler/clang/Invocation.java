package dev.hira.sim.compiler.clang;

import dev.hira.api.source.SourceProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run of clang: everything that its output depends on, besides clang itself.
 *
 * @param file the name of the source under {@link Workspace#SOURCES}
 * @param sources texts by their names under {@link Workspace#SOURCES}
 * @param headers texts by their names under {@link Workspace#HEADERS}
 * @param libraries bitcode of functions to link where they are used, callers before callees; names
 *     say the contents
 * @param arguments arguments of clang's front end beyond those of every run
 */
public record Invocation(
        String file,
        Map<String, String> sources,
        Map<String, String> headers,
        List<Path> libraries,
        List<String> arguments) {
    private static final String LIBRARY = Workspace.HEADERS + "/library";

    /**
     * Undefined behaviour fails where it happens: accesses by null are made, what clang takes for
     * unreachable traps, and endless loops do not end. Otherwise a kernel with a mistake would
     * succeed and do nothing.
     */
    private static final List<String> ALWAYS =
            List.of(
                    "-cc1",
                    "-triple",
                    "nvptx64-nvidia-cuda",
                    "-disable-free",
                    "-clear-ast-before-backend",
                    "-discard-value-names",
                    "-mrelocation-model",
                    "static",
                    "-mframe-pointer=all",
                    "-fno-delete-null-pointer-checks",
                    "-Wno-null-dereference",
                    "-fno-finite-loops",
                    "-mllvm",
                    "-trap-unreachable",
                    "-fno-rounding-math",
                    "-no-integrated-as",
                    "-target-feature",
                    "+ptx78",
                    "-nostdsysteminc",
                    "-nobuiltininc",
                    "-ferror-limit",
                    "20",
                    "-fgnuc-version=4.2.1",
                    "-fno-threadsafe-statics",
                    "-vectorize-loops",
                    "-vectorize-slp",
                    "-fdebug-compilation-dir=/",
                    "-working-directory",
                    Workspace.SOURCES,
                    "-I",
                    Workspace.SOURCES,
                    "-internal-isystem",
                    Workspace.HEADERS);

    /** Returns the sources of a program: its text under its file's name, and its headers. */
    public static Map<String, String> sources(SourceProgram program, String text) {
        Map<String, String> all = new TreeMap<>(program.headers());
        all.put(program.file(), text);
        return all;
    }

    /** Returns the digest of everything that the output depends on. */
    String key(String toolchain) {
        List<String> parts = new ArrayList<>(List.of(toolchain, file, libraries.toString()));
        parts.addAll(ALWAYS);
        parts.addAll(arguments);
        for (Map<String, String> texts : List.of(sources, headers)) {
            parts.add(Integer.toString(texts.size()));
            new TreeMap<>(texts).forEach((name, text) -> parts.addAll(List.of(name, text)));
        }
        return Digests.sha256(parts.toArray(String[]::new));
    }

    /** Returns the command line, for files that a workspace shows. */
    List<String> command(Toolchain toolchain, Workspace workspace) throws IOException {
        workspace.addAll(Workspace.SOURCES, sources);
        workspace.addAll(Workspace.HEADERS, headers);
        workspace.show(
                Workspace.HEADERS + "/opencl-c-base.h",
                toolchain.headers().resolve("opencl-c-base.h"));
        List<String> command = new ArrayList<>(List.of(toolchain.clang().toString()));
        command.addAll(ALWAYS);
        for (int i = 0; i < libraries.size(); i++) {
            String shown = LIBRARY + i + ".bc";
            workspace.show(shown, libraries.get(i));
            command.addAll(List.of("-mlink-builtin-bitcode", shown));
        }
        command.addAll(List.of("-ivfsoverlay", workspace.overlay().toString()));
        command.addAll(arguments);
        command.addAll(List.of("-main-file-name", file, "-o", "-", file));
        return command;
    }
}
