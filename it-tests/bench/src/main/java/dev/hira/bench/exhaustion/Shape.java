package dev.hira.bench.exhaustion;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.Locale;
import java.util.Optional;

/** How a guest exhausts a process by one function. */
enum Shape {
    /**
     * The guest repeats the function and keeps the results. A function that ends an object gets a
     * new one each time.
     */
    REPEAT {
        @Override
        boolean fits(Api api, ApiFunction function) {
            return true;
        }
    },

    /** The guest repeats the function with the largest inputs that are allowed. */
    LARGE {
        @Override
        boolean fits(Api api, ApiFunction function) {
            return function.params().stream().anyMatch(Shape::grows);
        }
    },

    /** The guest repeats the function on many lanes and reads no answers. */
    SILENT {
        @Override
        int lanes() {
            return MANY_LANES;
        }

        @Override
        boolean fits(Api api, ApiFunction function) {
            return function.isCommand();
        }
    },

    /** It creates an object and adds a reference, and keeps both. */
    RETAINED {
        @Override
        boolean fits(Api api, ApiFunction function) {
            return created(function).filter(HandleKind::counted).isPresent();
        }
    },

    /** The guest repeats the function behind an event that does not come until the end. */
    BEHIND {
        @Override
        boolean fits(Api api, ApiFunction function) {
            return function.params().stream().anyMatch(p -> p.name().equals(WAIT_LIST));
        }
    };

    /** The parameter with the events that a command waits for. */
    static final String WAIT_LIST = "event_wait_list";

    private static final int LANES = 4;
    private static final int MANY_LANES = 200;

    /** Returns whether the shape makes sense for a function. */
    abstract boolean fits(Api api, ApiFunction function);

    /** Returns the number of lanes on which the guest makes its calls. */
    int lanes() {
        return LANES;
    }

    /** Returns the kind of object that a function creates under a name of the guest's. */
    static Optional<HandleKind> created(ApiFunction function) {
        return function.created().map(created -> created.field().handle());
    }

    /** Returns whether an argument can be large. */
    private static boolean grows(Param param) {
        return param.buffer() != null
                || param.field().repeated()
                || param.field().type() == Scalar.STRING
                || param.field().type() instanceof Struct
                || CallArguments.isSize(param.name());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
