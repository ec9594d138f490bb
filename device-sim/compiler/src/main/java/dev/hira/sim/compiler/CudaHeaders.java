package dev.hira.sim.compiler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The headers that programs in CUDA C++ can include. */
final class CudaHeaders {
    private static final String[] TEXTS = {
        "hira_cuda.h",
        "hira/qualifiers.h",
        "hira/vectors.h",
        "hira/variables.h",
        "hira/integers.h",
        "hira/rounding.h",
        "hira/memory.h",
        "hira/atomics.h",
        "hira/warps.h",
        "hira/math.h",
        "cuda_fp16.h",
        "cuda_bf16.h",
        "hira/absent.h",
        "math_constants.h",
        "cooperative_groups.h"
    };

    /** The text of {@code mma.h}: a program that includes it is told why it does not build. */
    private static final String NO_TENSOR_CORES =
            "#error \"the simulated GPU has no tensor cores (wmma)\"\n";

    /** Headers of CUDA and C whose declarations every program has anyway. */
    private static final List<String> EMPTY =
            List.of(
                    "cuda.h",
                    "cuda_runtime.h",
                    "cuda_runtime_api.h",
                    "device_launch_parameters.h",
                    "device_functions.h",
                    "device_atomic_functions.h",
                    "vector_types.h",
                    "vector_functions.h",
                    "math_functions.h",
                    "sm_20_atomic_functions.h",
                    "sm_30_intrinsics.h",
                    "math.h",
                    "cmath",
                    "assert.h",
                    "cassert",
                    "stdio.h",
                    "cstdio",
                    "stdlib.h",
                    "cstdlib",
                    "string.h",
                    "cstring",
                    "stdint.h",
                    "cstdint",
                    "stddef.h",
                    "cstddef",
                    "limits.h",
                    "climits",
                    "float.h",
                    "cfloat",
                    "new");

    private CudaHeaders() {}

    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(Resources.texts("cuda", TEXTS));
        EMPTY.forEach(name -> all.put(name, ""));
        all.put("mma.h", NO_TENSOR_CORES);
        all.put("cooperative_groups/reduce.h", "#include <cooperative_groups.h>\n");
        return all;
    }
}
