package dev.hira.cava.gen;

/** Emits the {@code package-info.java} of a generated package. */
public final class PackageInfo {
    private PackageInfo() {}

    public static JavaFile emit(String javaPackage, String doc) {
        JavaFile file = new JavaFile(javaPackage, "package-info");
        file.packageDoc(doc);
        return file;
    }
}
