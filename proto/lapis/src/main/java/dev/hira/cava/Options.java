package dev.hira.cava;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The plugin's options as protoc passes them. */
final class Options {
    private static final String KEY = "output=";

    private Options() {}

    /**
     * Returns the outputs that the options select.
     *
     * @throws IllegalArgumentException when the options select no output or an unknown one
     */
    static List<Output> outputs(String parameter) {
        List<Output> outputs = new ArrayList<>();
        for (String option : parameter.split(",", -1)) {
            if (!option.startsWith(KEY)) {
                throw refusal(parameter);
            }
            for (String word : option.substring(KEY.length()).split("\\+", -1)) {
                outputs.add(Output.of(word).orElseThrow(() -> refusal(parameter)));
            }
        }
        return outputs;
    }

    private static IllegalArgumentException refusal(String parameter) {
        return new IllegalArgumentException(
                "the options '"
                        + parameter
                        + "' do not say what to generate; say output=… with one of "
                        + String.join(
                                ", ", Arrays.stream(Output.values()).map(Output::word).toList())
                        + ", or several joined by +");
    }
}
