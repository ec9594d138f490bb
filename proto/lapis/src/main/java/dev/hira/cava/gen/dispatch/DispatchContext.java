package dev.hira.cava.gen.dispatch;

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

/** The state shared by the emitters of one dispatcher. */
final class DispatchContext {
    static final String DISPATCH = "dev.hira.server.dispatch.";

    /** Methods that a dispatcher contains only if one of its functions needs them. */
    enum Need {
        SIZE,
        OUT_OF_RANGE,
        GIVEN
    }

    final Api api;
    final JavaFile file;
    final Shape shape;
    final JavaEmitter expressions;
    final Encoding encoding;
    final Decoding decoding;
    final Set<CallbackType> callbacks = new LinkedHashSet<>();
    final Set<Need> needs = EnumSet.noneOf(Need.class);

    DispatchContext(Api api, JavaFile file) {
        this.api = api;
        this.file = file;
        this.shape = new Shape(api, file);
        this.expressions = new JavaEmitter(new ApiValues(shape));
        this.encoding = new Encoding(file, shape, "dev.hira.wire.ArgsWriter");
        this.decoding = new Decoding(file, shape, false, "known(%1$s.find(%2$s), \"%1$s\")");
    }

    String dispatch(String simple) {
        return file.use(DISPATCH + simple);
    }

    String driver() {
        return shape.api(api.interfaceName());
    }

    String arguments() {
        return file.use("dev.hira.wire.ArgsReader");
    }
}
