package dev.hira.api.source;

/** A language that kernels are written in. */
public enum SourceLanguage {
    CUDA_CPP("CUDA C++"),
    OPENCL_C("OpenCL C");

    private final String title;

    SourceLanguage(String title) {
        this.title = title;
    }

    /** Returns the language's own name. */
    public String title() {
        return title;
    }
}
