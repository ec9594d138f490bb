package dev.hira.e2e.conformance;

import static java.util.stream.Collectors.toMap;

import dev.hira.api.opencl.ClResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The functions of opencl.proto with their parameters and the errors that they promise. */
final class OpenClDescription {
    private static final Path FOLDER =
            Path.of("..", "..", "proto/api/src/main/proto/hira/api/opencl");
    private static final Pattern RPC =
            Pattern.compile("((?:^  //.*\n)*)^  rpc (cl\\w+)\\((\\w+)\\)", Pattern.MULTILINE);
    private static final Pattern TYPE =
            Pattern.compile("handles: \\{name: \"(\\w+)\".* invalid: \"(\\w+)\"}");
    private static final Pattern MESSAGE =
            Pattern.compile(
                    "^message (\\w+) \\{(?:}|\n(.*?)^})", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern FIELD =
            Pattern.compile("^  (?:repeated )?\\w+ (\\w+) = \\d+(.*)", Pattern.MULTILINE);
    private static final Pattern HANDLE = Pattern.compile("\\{handle: \"(\\w+)\"");
    private static final Pattern INVALID = Pattern.compile("invalid: \"(\\w+)\"");
    private static final Pattern FAILS =
            Pattern.compile("\\b[Ff]ails (?:with|like) .*?(?=\n\n|\\z)", Pattern.DOTALL);
    private static final Pattern LIKE = Pattern.compile("[Ff]ails like (cl\\w+)");
    private static final Pattern CODE = Pattern.compile("CL_\\w+");

    private static final Map<String, ClResult> CODES =
            Arrays.stream(ClResult.values())
                    .filter(code -> code.value() < 0)
                    .collect(toMap(ClResult::name, code -> code));

    /**
     * A parameter.
     *
     * @param handle the type of its handles; null: it has none
     * @param invalid the error for a handle that does not exist; null: it has none
     */
    record Parameter(String name, @Nullable String handle, @Nullable ClResult invalid) {}

    /** A function. */
    record Function(String name, List<Parameter> parameters, Set<ClResult> promised) {
        boolean has(String parameter) {
            return parameters.stream().anyMatch(each -> each.name.equals(parameter));
        }

        boolean promises(ClResult code) {
            return promised.contains(code);
        }

        List<Parameter> handles() {
            return parameters.stream().filter(each -> each.handle != null).toList();
        }
    }

    private final Map<String, ClResult> types;
    private final Map<String, List<Parameter>> messages;
    private final Map<String, Function> functions = new LinkedHashMap<>();

    private OpenClDescription(String service, String messages) {
        this.types =
                TYPE.matcher(service)
                        .results()
                        .collect(toMap(type -> type.group(1), type -> code(type.group(2))));
        this.messages =
                MESSAGE.matcher(messages)
                        .results()
                        .collect(toMap(each -> each.group(1), each -> parameters(each.group(2))));
        RPC.matcher(service).results().forEach(this::read);
    }

    /** Reads the description. */
    static OpenClDescription read() {
        try {
            return new OpenClDescription(
                    Files.readString(FOLDER.resolve("opencl.proto")),
                    Files.readString(FOLDER.resolve("messages.proto")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the functions in the order of the description. */
    List<Function> functions() {
        return List.copyOf(functions.values());
    }

    private static ClResult code(String name) {
        return Objects.requireNonNull(CODES.get(name), name);
    }

    private List<Parameter> parameters(@Nullable String message) {
        List<Parameter> parameters = new ArrayList<>();
        if (message == null) {
            return parameters;
        }
        for (MatchResult field : FIELD.matcher(message).results().toList()) {
            String options = field.group(2);
            Matcher handle = HANDLE.matcher(options);
            if (!handle.find()) {
                parameters.add(new Parameter(field.group(1), null, null));
            } else if (!options.contains("creates: true")) {
                Matcher own = INVALID.matcher(options);
                ClResult invalid = own.find() ? code(own.group(1)) : types.get(handle.group(1));
                parameters.add(new Parameter(field.group(1), handle.group(1), invalid));
            }
        }
        return parameters;
    }

    private void read(MatchResult rpc) {
        String comment = rpc.group(1).replaceAll("(?m)^  // ?", "");
        List<Parameter> parameters = Objects.requireNonNull(messages.get(rpc.group(3)));
        Set<ClResult> promised = EnumSet.noneOf(ClResult.class);
        for (MatchResult sentence : FAILS.matcher(comment).results().toList()) {
            LIKE.matcher(sentence.group())
                    .results()
                    .map(like -> Objects.requireNonNull(functions.get(like.group(1))))
                    .forEach(like -> promised.addAll(like.promised()));
            CODE.matcher(sentence.group())
                    .results()
                    .map(code -> CODES.get(code.group()))
                    .filter(Objects::nonNull)
                    .forEach(promised::add);
        }
        parameters.stream().map(Parameter::invalid).filter(Objects::nonNull).forEach(promised::add);
        functions.put(rpc.group(2), new Function(rpc.group(2), parameters, promised));
    }
}
