package dev.hira.bench.programs.opencl;

import dev.hira.api.opencl.OpenClDriver;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.ProgramApi;
import dev.hira.bench.programs.opencl.OpenClModel.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generated programs of OpenCL. */
public final class OpenClPrograms implements ProgramApi<OpenClDriver, OpenClModel, OpenClObjects> {
    /** The operations, each as often as its weight says. */
    private static final List<OpenClOperation> OPERATIONS =
            Stream.<OpenClOperation[]>of(
                            ObjectOperation.values(),
                            ReleaseOperation.values(),
                            CommandOperation.values(),
                            EventOperation.values())
                    .flatMap(Stream::of)
                    .flatMap(
                            operation -> Stream.generate(() -> operation).limit(operation.weight()))
                    .toList();

    @Override
    public Class<OpenClDriver> driver() {
        return OpenClDriver.class;
    }

    @Override
    public OpenClModel model() {
        return new OpenClModel();
    }

    @Override
    public OpenClObjects objects(OpenClDriver driver) {
        return new OpenClObjects(driver);
    }

    @Override
    public Call<OpenClModel, OpenClObjects> propose(
            SplittableRandom random, OpenClModel model, int threads, int number) {
        OpenClOperation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        return operation.random(random, model, random.nextInt(threads), number);
    }

    @Override
    public List<Call<OpenClModel, OpenClObjects>> last(OpenClModel model, int number) {
        List<Call<OpenClModel, OpenClObjects>> calls = new ArrayList<>();
        int next = number;
        for (int event : model.shut()) {
            calls.add(EventOperation.SET.call(0, next++, event, OpenClModel.NONE, 0));
        }
        for (int event : model.all(Kind.EVENT)) {
            calls.add(EventOperation.WAIT.call(0, next++, event, OpenClModel.NONE, 0));
        }
        for (int buffer : model.all(Kind.BUFFER)) {
            int queue =
                    model.all(Kind.QUEUE).stream()
                            .filter(each -> model.context(each) == model.context(buffer))
                            .findFirst()
                            .orElse(OpenClModel.NONE);
            calls.add(CommandOperation.READ.call(0, next++, buffer, queue, 0));
        }
        return calls;
    }

    @Override
    public String touch(OpenClObjects objects) {
        return objects.value(() -> "" + objects.driver().clGetPlatformIDs().length);
    }

    @Override
    public String loss() {
        return "CL_SESSION_LOST_HIRA";
    }

    @Override
    public String end() {
        return "CL_SESSION_LOST_HIRA";
    }

    @Override
    public void lose(OpenClModel model) {
        model.lose();
    }

    @Override
    public boolean keepsWork(OpenClModel model, boolean travels) {
        return travels ? model.releasesBehindGates() : !model.shut().isEmpty();
    }

    @Override
    public void settle(OpenClModel model, OpenClObjects objects) {
        for (int event : model.shut()) {
            objects.driver().clSetUserEventStatus(objects.handle(event), 0);
            model.open(event);
        }
        for (int queue : model.all(Kind.QUEUE)) {
            objects.driver().clFinish(objects.handle(queue));
        }
        for (int event : model.withCallbacks()) {
            var _ = objects.awaitCalls(event);
        }
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
        return """
        // after(b...) are the events of the last commands that use these buffers, and others
        static void program(OpenClDriver cl, MemorySegment ptx, long device0, long device1) {
        %s%s}
        """
                .formatted(called, statements);
    }

    @Override
    public void close(OpenClObjects objects) {
        objects.driver().close();
    }
}
