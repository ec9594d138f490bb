package dev.hira.cava;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.entry.EntryGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The plugin's options as protoc passes them. */
final class Options {
    private static final String KEY = "output=";
    private static final String PROTOTYPES = "prototypes=";

    private Options() {}

    /**
     * Returns the generators that the options select.
     *
     * @throws IllegalArgumentException when the options select no output or an unknown one
     */
    static List<Generator> generators(String parameter) {
        List<Generator> generators = new ArrayList<>();
        for (String option : parameter.split(",", -1)) {
            if (option.startsWith(PROTOTYPES)) {
                generators.add(new EntryGenerator(Path.of(option.substring(PROTOTYPES.length()))));
            } else if (option.startsWith(KEY)) {
                for (String word : option.substring(KEY.length()).split("\\+", -1)) {
                    generators.add(
                            Output.of(word).orElseThrow(() -> refusal(parameter)).generator());
                }
            } else {
                throw refusal(parameter);
            }
        }
        return generators;
    }

    private static IllegalArgumentException refusal(String parameter) {
        return new IllegalArgumentException(
                "the options '"
                        + parameter
                        + "' do not say what to generate; say output=… with one of "
                        + String.join(
                                ", ", Arrays.stream(Output.values()).map(Output::word).toList())
                        + ", or several joined by +; or prototypes=… with the folder of prototypes in C");
    }
}
