package dev.hira.bench.programs.opencl;

import dev.hira.api.opencl.OpenClDriver;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.opencl.OpenClModel.Item;
import dev.hira.bench.programs.opencl.OpenClModel.Kind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Releases of objects, of which a second one is an error. */
enum ReleaseOperation implements OpenClOperation {
    /** Its commands that are enqueued, and its sub-buffers, keep the memory. */
    RELEASE_BUFFER(2, Kind.BUFFER, "CL_INVALID_MEM_OBJECT", "cl.clReleaseMemObject(buf%d);"),

    RELEASE_KERNEL(1, Kind.KERNEL, "CL_INVALID_KERNEL", "cl.clReleaseKernel(krn%d);"),

    RELEASE_PROGRAM(1, Kind.PROGRAM, "CL_INVALID_PROGRAM", "cl.clReleaseProgram(prg%d);");

    private final int weight;
    private final Kind kind;
    private final String secondTime;
    private final String java;

    ReleaseOperation(int weight, Kind kind, String secondTime, String java) {
        this.weight = weight;
        this.kind = kind;
        this.secondTime = secondTime;
        this.java = java;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<OpenClModel, OpenClObjects> random(
            SplittableRandom random, OpenClModel model, int thread, int number) {
        int first = model.random(random, kind, OpenClModel.NONE);
        return call(thread, number, first, OpenClModel.NONE, 0);
    }

    @Override
    public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
        if (model.released(kind, call.first()) != null) {
            return secondTime;
        }
        Item item = model.living(kind, call.first());
        if (item == null) {
            return null;
        }
        item.alive = false;
        if (kind == Kind.BUFFER) {
            model.releasedMemory();
        }
        return DONE;
    }

    @Override
    public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
        long object = objects.handle(call.first());
        OpenClDriver driver = objects.driver();
        return objects.checked(() -> {
            switch (this) {
                case RELEASE_BUFFER -> driver.clReleaseMemObject(object);
                case RELEASE_KERNEL -> driver.clReleaseKernel(object);
                case RELEASE_PROGRAM -> driver.clReleaseProgram(object);
            }
        });
    }

    @Override
    public String java(Call<OpenClModel, OpenClObjects> call) {
        return java.formatted(call.first());
    }
}
