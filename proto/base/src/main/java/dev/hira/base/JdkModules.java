package dev.hira.base;

/** The modules of the JDK that a Java runtime has; one that jlink made may lack some. */
public final class JdkModules {
    private JdkModules() {}

    /**
     * Requires a module.
     *
     * @param user names what needs the module, for the error
     * @throws IllegalStateException when this runtime lacks the module
     */
    public static void require(String module, String user) {
        if (ModuleLayer.boot().findModule(module).isEmpty()) {
            throw new IllegalStateException(
                    "this Java runtime lacks the module "
                            + module
                            + ", which "
                            + user
                            + "; name it in --add-modules of jlink (docs/artifacts.md lists all"
                            + " modules)");
        }
    }
}
