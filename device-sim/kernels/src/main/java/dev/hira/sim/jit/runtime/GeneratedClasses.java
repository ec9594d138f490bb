package dev.hira.sim.jit.runtime;

import java.lang.invoke.MethodHandles;

/**
 * Defines the classes that the compilers generate. They are hidden nest mates of this class, in its
 * package, and so can access the package's members.
 */
public final class GeneratedClasses {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private GeneratedClasses() {}

    /** Returns the package that a generated class must name as its own. */
    public static String packageName() {
        return GeneratedClasses.class.getPackageName();
    }

    /** Returns an instance of a generated class. */
    public static Object instance(byte[] bytes) {
        try {
            Class<?> type =
                    LOOKUP.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE)
                            .lookupClass();
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("Generated code cannot be loaded.", impossible);
        }
    }

    /** Returns whether a class was generated. */
    static boolean contains(Class<?> type) {
        return type.isHidden() && type.getNestHost() == GeneratedClasses.class;
    }
}
