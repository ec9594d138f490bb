package dev.hira.cava.gen;

/** Writes the {@code package-info.java} of a generated package. */
final class PackageInfo {
    private PackageInfo() {}

    static JavaFile emit(String javaPackage, String doc) {
        JavaFile file = new JavaFile(javaPackage, "package-info");
        file.packageDoc(doc);
        return file;
    }
}
