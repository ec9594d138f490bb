package dev.hira.cava.gen.stub;

import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.gen.ApiValues;
import dev.hira.cava.gen.Decoding;
import dev.hira.cava.gen.Encoding;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.CallbackType;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The state shared by the emitters of one stub. */
final class StubContext {
    static final String RPC = "dev.hira.guest.call.";

    /** Methods that a stub contains only if one of its functions needs them. */
    enum Need {
        CHECK_BUFFER,
        OUT_OF_RANGE,
        AWAIT_ALL,
        AREA
    }

    final Api api;
    final JavaFile file;
    final Shape shape;
    final JavaEmitter expressions;
    final Encoding encoding;
    final Decoding decoding;
    final Set<CallbackType> callbacks = new LinkedHashSet<>();
    final Set<Need> needs = EnumSet.noneOf(Need.class);

    StubContext(Api api, JavaFile file) {
        this.api = api;
        this.file = file;
        this.shape = new Shape(api, file);
        this.expressions = new JavaEmitter(new ApiValues(shape));
        this.encoding = new Encoding(file, shape, RPC + "CallWriter");
        this.decoding = new Decoding(file, shape, true, "%s.of(%s)");
    }

    String rpc(String simple) {
        return file.use(RPC + simple);
    }

    boolean livesWithSome(String handleType) {
        return api.functions().stream()
                .flatMap(f -> f.params().stream())
                .map(p -> p.callback() == null ? null : p.callback().livesWith())
                .anyMatch(f ->
                        f != null && f.handle() != null && f.handle().name().equals(handleType));
    }
}
