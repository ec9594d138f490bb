package dev.hira.cli.client;

import com.google.gson.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of all commands that list or show something, and the printing of their answers. */
public class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description =
                    "table, json (one object a line), yaml (one document for each item) or name (one"
                            + " name a line). Default: table.")
    Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as -o json.")
    boolean json;

    @Spec(Target.MIXEE)
    @Nullable CommandSpec spec;

    private Format format() {
        return json ? Format.JSON : format;
    }

    /** Returns whether to print for people, rather than for programs. */
    public final boolean forPeople() {
        return format() == Format.TABLE;
    }

    /** Returns the writer for answers. */
    public final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    /**
     * Returns false once an answer could not be written, for example to a reader that has ended.
     */
    public final boolean isWritable() {
        return !out().checkError() && !System.out.checkError(); // the writer may hide the latter
    }

    /** Returns the writer for messages that are not a part of the answer. */
    public final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec;
    }

    /** Refuses {@code -o name}, for a command whose answers have no names. */
    public final void requireNoNames() {
        if (format() == Format.NAME) {
            throw nameless();
        }
    }

    /**
     * Prints a list.
     *
     * @param show prints the list for people
     */
    public final <T> void show(List<T> items, Consumer<List<T>> show) {
        if (forPeople()) {
            show.accept(items);
        } else {
            items.forEach(this::print);
        }
        out().flush();
    }

    /**
     * Prints an answer.
     *
     * @param show prints the answer for people
     */
    public final <T> void showOne(T answer, Consumer<T> show) {
        if (forPeople()) {
            show.accept(answer);
        } else {
            print(answer);
        }
        out().flush();
    }

    /**
     * Prints that something was done.
     *
     * @param kind the kind of thing, for programs
     * @param name its name
     * @param sentence the sentence for people
     */
    public final void done(String kind, String name, String sentence) {
        if (format() == Format.NAME) {
            out().println(name);
            out().flush();
        } else {
            showOne(Map.of(kind, name), _ -> out().println(sentence));
        }
    }

    /** Prints a message or record for programs. */
    public final void print(Object item) {
        JsonObject tree = Json.tree(item);
        out().print(
                        switch (format()) {
                            case NAME ->
                                    Names.of(tree).orElseThrow(OutputOptions::nameless)
                                            + System.lineSeparator();
                            case YAML -> Yaml.document(tree);
                            case JSON, TABLE -> Json.line(tree) + System.lineSeparator();
                        });
        out().flush();
    }

    private static UsageException nameless() {
        return new UsageException(
                "-o name was asked, but this answer has no name; allowed are table, json and yaml");
    }
}
