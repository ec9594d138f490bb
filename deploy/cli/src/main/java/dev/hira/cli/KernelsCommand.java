package dev.hira.cli;

import dev.hira.api.cuda.CudaException;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OutputOptions;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.UsageException;
import dev.hira.gallery.Architecture;
import dev.hira.gallery.Card;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the gallery of programs with kernels, or runs programs of it and gives a verdict. */
@Command(
        name = "kernels",
        description = "List the gallery of programs with kernels, or run one and check its result.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {"  hira kernels", "  hira kernels saxpy --size 4096"})
final class KernelsCommand implements Callable<Integer> {
    private static final String ALL = "all";

    /** The names that completion offers. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Gallery.programs().stream().map(program -> program.card().name()),
                            Stream.of(ALL))
                    .iterator();
        }
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            description = "The program to run, or all. Without it, the command lists the gallery.")
    @Nullable String name;

    @Option(
            names = "--size",
            description = "The size of the problem; the list says what it counts.")
    @Nullable Integer size;

    @Option(names = "--small", description = "Use the size of the tests instead of the usual one.")
    boolean small;

    @Option(names = "--seed", description = "The seed of the input; by default ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--uri",
            description =
                    "The URI of the GPU, for example hira://host:port; by default that in the"
                            + " environment variable HIRA_URI, and if there is none, sim:.")
    @Nullable String uri;

    @Option(
            names = "--ptx",
            paramLabel = "sm_75|sm_90",
            description = "The compiled kernels to load; by default the newest for the device.")
    @Nullable String architecture;

    @Option(
            names = "--repeat",
            description = "The number of runs; times are medians. By default ${DEFAULT-VALUE}.")
    int repeats = 1;

    @Mixin OutputOptions output = new OutputOptions();

    @Spec CommandSpec spec;

    private final Map<String, String> environment;
    private @Nullable Architecture chosen;

    KernelsCommand() {
        this(System.getenv());
    }

    @SuppressWarnings("NullAway") // picocli sets the specification
    KernelsCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (name == null) {
            output.show(
                    Gallery.programs().stream().map(Listed::of).toList(),
                    programs -> table(programs, out));
            return 0;
        }
        List<GalleryProgram> programs = asked(name);
        long failed = programs.stream().filter(program -> !run(program, out)).count();
        if (programs.size() > 1) {
            out.printf("%d programs, %d failed%n", programs.size(), failed);
        }
        out.flush();
        return failed == 0 ? 0 : 1;
    }

    private record Listed(String name, int size, String unit, String description) {
        static Listed of(GalleryProgram program) {
            Card card = program.card();
            return new Listed(card.name(), card.defaultSize(), card.unit(), card.description());
        }
    }

    private static void table(List<Listed> programs, PrintWriter out) {
        TextTable table = new TextTable("NAME", "SIZE", "OF", "WHAT IT DOES");
        programs.forEach(
                each -> table.row(each.name(), each.size(), each.unit(), each.description()));
        table.print(out);
    }

    /** Returns the programs of this name, or refuses a name or option before anything runs. */
    private List<GalleryProgram> asked(String wanted) {
        if (repeats < 1) {
            throw new UsageException("--repeat must be at least 1, not " + repeats);
        }
        try {
            chosen = architecture == null ? null : Architecture.of(architecture);
            if (!wanted.equals(ALL)) {
                return List.of(Gallery.named(wanted));
            }
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(ErrorMessages.sentence(wrong));
        }
        if (size != null) {
            throw new UsageException(
                    "--size is for one program, since sizes count different things; for all, use"
                            + " --small or the usual sizes");
        }
        return Gallery.programs();
    }

    /** Runs a program, prints its verdict, and returns whether it passed. */
    private boolean run(GalleryProgram program, PrintWriter out) {
        String place = uri != null ? uri : GpusCommand.uriIn(environment);
        try (Gpu gpu = Serving.configured(() -> Gpu.connect(place))) {
            Architecture kernels = chosen != null ? chosen : Architecture.newestFor(gpu.device());
            GalleryResult result = program.run(gpu, kernels, sizeOf(program), seed, repeats);
            out.println(result.verdict());
            out.flush();
            return result.passed();
        } catch (CudaException | IllegalArgumentException failure) {
            if (size != null && failure instanceof IllegalArgumentException) {
                throw new UsageException(program.name() + ": " + ErrorMessages.sentence(failure));
            }
            out.println(GalleryResult.failure(program.name(), ErrorMessages.sentence(failure)));
            out.flush();
            return false;
        }
    }

    private int sizeOf(GalleryProgram program) {
        if (size != null) {
            return size;
        }
        return small ? program.card().testSize() : program.card().defaultSize();
    }
}
