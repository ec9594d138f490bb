package dev.hira.sim.ptx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import dev.hira.sim.ptx.text.PtxException;
import dev.hira.sim.ptx.text.PtxSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The declarations of a PTX text. Bodies of functions are parsed on request. */
public final class PtxModule {
    static final int NEWEST_MAJOR = 9;

    private final PtxSource source;
    private final Version version;
    private final List<String> target;
    private final int addressSize;
    private final Map<String, Variable> variables;
    private final Map<String, PtxFunction> functions;
    private final Map<String, String> aliases;

    @GuardedBy("this")
    private @Nullable Set<String> addressed;

    @GuardedBy("this")
    private @Nullable SharedNames sharedNames;

    /** A version of PTX. */
    public record Version(int major, int minor) {}

    PtxModule(
            PtxSource source,
            Version version,
            List<String> target,
            int addressSize,
            Map<String, Variable> variables,
            Map<String, PtxFunction> functions,
            Map<String, String> aliases) {
        this.source = source;
        this.version = version;
        this.target = target;
        this.addressSize = addressSize;
        this.variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        this.functions = Collections.unmodifiableMap(new LinkedHashMap<>(functions));
        this.aliases = Map.copyOf(aliases);
    }

    /**
     * Parses a module's declarations and indexes its bodies.
     *
     * @throws PtxException when the text is not PTX
     */
    public static PtxModule parse(String text) {
        PtxSource source = new PtxSource(text);
        return new ModuleParser(source, new Diagnostics(source)).parse();
    }

    /**
     * Parses and checks the body of a defined function.
     *
     * @throws PtxException when the body has errors
     */
    public FunctionBody body(PtxFunction function) {
        Diagnostics diagnostics = new Diagnostics(source);
        FunctionBody body = body(function, diagnostics);
        diagnostics.throwIfAny();
        return body;
    }

    /**
     * Checks all bodies and all initial values.
     *
     * @throws PtxException with the errors of all of them
     */
    public void check() {
        check(_ -> {});
    }

    /**
     * Checks all bodies and all initial values. The bodies of a module take far more memory than
     * its text, so this method keeps none of them.
     *
     * @param visitor receives each body in the order of the text
     * @throws PtxException with the errors of all of them
     */
    public void check(Consumer<FunctionBody> visitor) {
        Diagnostics diagnostics = new Diagnostics(source);
        for (Variable variable : variables.values()) {
            VariableImage.check(this, variable, diagnostics);
        }
        for (PtxFunction function : functions.values()) {
            if (function.defined()) {
                visitor.accept(body(function, diagnostics));
            }
        }
        diagnostics.throwIfAny();
    }

    private FunctionBody body(PtxFunction function, Diagnostics diagnostics) {
        List<Statement> statements = new BodyParser(source, function, diagnostics).parse();
        new BodyChecker(this, diagnostics).check(function, statements);
        return new FunctionBody(function, statements);
    }

    /** The text, for source positions. */
    public PtxSource source() {
        return source;
    }

    public Version version() {
        return version;
    }

    /** The architecture, such as sm_75, followed by options. */
    public List<String> target() {
        return target;
    }

    /** The number of the architecture, such as 75 for sm_75; 0 when it has none. */
    public int architecture() {
        String digits = target.getFirst().replaceAll("^\\D*(\\d{1,4})?.*$", "$1");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** The width of an address in bits. */
    public int addressSize() {
        return addressSize;
    }

    /** Variables by name, in the order of the text. */
    public Map<String, Variable> variables() {
        return variables;
    }

    /** Kernels and functions by name, in the order of the text; the definition if there is one. */
    public Map<String, PtxFunction> functions() {
        return functions;
    }

    /** The names of the device functions whose addresses the module takes. */
    synchronized Set<String> addressedFunctions() {
        if (addressed == null) {
            addressed = Set.copyOf(InstructionUse.addressed(this));
        }
        return addressed;
    }

    /** Returns the function with this name or alias, or null. */
    public @Nullable PtxFunction function(String name) {
        PtxFunction found = functions.get(name);
        String other = aliases.get(name);
        return other != null && (found == null || !found.defined()) ? functions.get(other) : found;
    }

    /** Returns the kernels that this module defines, in the order of the text. */
    public List<PtxFunction> kernels() {
        List<PtxFunction> kernels = new ArrayList<>();
        for (PtxFunction function : functions.values()) {
            if (function.entry() && function.defined()) {
                kernels.add(function);
            }
        }
        return kernels;
    }

    /**
     * Returns the layout of a kernel's static shared memory: the variables that the kernel
     * declares, and the module's variables that its body or a device function names.
     */
    public SharedLayout sharedLayout(PtxFunction kernel) {
        return SharedLayout.of(this, kernel);
    }

    synchronized SharedNames sharedNames() {
        SharedNames known = sharedNames;
        if (known == null) {
            known = new SharedNames(this);
            sharedNames = known;
        }
        return known;
    }
}
