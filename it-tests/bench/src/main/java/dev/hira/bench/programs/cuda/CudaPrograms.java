package dev.hira.bench.programs.cuda;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.ProgramApi;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generated programs of the CUDA driver API. */
public final class CudaPrograms implements ProgramApi<CudaDriver, CudaModel, CudaObjects> {
    /** The operations, each as often as its weight says. */
    private static final List<CudaOperation> OPERATIONS =
            Stream.<CudaOperation[]>of(
                            ContextOperation.values(),
                            ModuleOperation.values(),
                            MemoryOperation.values(),
                            StreamOperation.values(),
                            SharedStreamOperation.values(),
                            EventOperation.values(),
                            FaultOperation.values(),
                            InvalidOperation.values())
                    .flatMap(Stream::of)
                    .flatMap(
                            operation -> Stream.generate(() -> operation).limit(operation.weight()))
                    .toList();

    @Override
    public Class<CudaDriver> driver() {
        return CudaDriver.class;
    }

    @Override
    public CudaModel model() {
        return new CudaModel();
    }

    @Override
    public CudaObjects objects(CudaDriver driver) {
        driver.cuInit(0);
        return new CudaObjects(driver);
    }

    @Override
    public Call<CudaModel, CudaObjects> propose(
            SplittableRandom random, CudaModel model, int threads, int number) {
        CudaOperation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        return operation.random(random, model, random.nextInt(threads), number);
    }

    @Override
    public List<Call<CudaModel, CudaObjects>> last(CudaModel model, int number) {
        List<Call<CudaModel, CudaObjects>> calls = new ArrayList<>();
        int next = number;
        for (int context : model.all(Kind.CONTEXT)) {
            calls.add(ContextOperation.SET_CURRENT.call(0, next++, context, CudaModel.IDLE, 0));
            calls.add(
                    ContextOperation.SYNCHRONIZE.call(
                            0, next++, CudaModel.IDLE, CudaModel.IDLE, 0));
            for (int stream : model.all(Kind.STREAM)) {
                calls.add(StreamOperation.SYNCHRONIZE.call(0, next++, stream, CudaModel.IDLE, 0));
            }
            for (int buffer : model.all(Kind.BUFFER)) {
                calls.add(MemoryOperation.READ.call(0, next++, buffer, CudaModel.IDLE, 0));
            }
            for (int module : model.all(Kind.MODULE)) {
                calls.add(ModuleOperation.COUNTER.call(0, next++, module, CudaModel.IDLE, 0));
            }
        }
        return calls;
    }

    @Override
    public String touch(CudaObjects objects) {
        return objects.value(() -> "" + objects.driver().cuDeviceTotalMem(0));
    }

    @Override
    public String loss() {
        return "CUDA_ERROR_ECC_UNCORRECTABLE";
    }

    @Override
    public String end() {
        return "CUDA_ERROR_DEVICE_UNAVAILABLE";
    }

    @Override
    public void lose(CudaModel model) {
        model.lose();
    }

    @Override
    public boolean keepsWork(CudaModel model, boolean travels) {
        return false;
    }

    @Override
    public void settle(CudaModel model, CudaObjects objects) {
        for (int context : model.all(Kind.CONTEXT)) {
            objects.driver().cuCtxPushCurrent(objects.handle(context));
            objects.run(
                    objects.driver()::cuCtxSynchronize); // which fails in a context that has failed
            objects.driver().cuCtxPopCurrent();
        }
        model.finishAll();
    }

    @Override
    public String frame(String statements) {
        String called =
                Pattern.compile("called(\\d+)")
                        .matcher(statements)
                        .results()
                        .map(MatchResult::group)
                        .distinct()
                        .map("    List<Integer> %s = new CopyOnWriteArrayList<>();%n"::formatted)
                        .collect(Collectors.joining());
        String shared =
                statements.contains("shared")
                        ? "    // shared, add, buffer: stream, kernel, memory of the context common\n"
                        : "";
        return """
        static void program(CudaDriver cu, MemorySegment ptx, Arena arena) {
            cu.cuInit(0);
        %s%s%s}
        """
                .formatted(shared, called, statements);
    }

    @Override
    public void close(CudaObjects objects) {
        objects.driver().close();
    }
}
