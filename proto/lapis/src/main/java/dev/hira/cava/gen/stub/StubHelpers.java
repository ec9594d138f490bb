package dev.hira.cava.gen.stub;

import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.stub.StubContext.Need;
import java.util.List;

/** Emits the small methods at the end of a stub. */
final class StubHelpers {
    private final StubContext context;
    private final JavaWriter code;

    StubHelpers(StubContext context) {
        this.context = context;
        this.code = context.file.body();
    }

    void emit() {
        if (context.needs.contains(Need.CHECK_BUFFER)) {
            checkBuffer();
        }
        if (context.needs.contains(Need.OUT_OF_RANGE)) {
            outOfRange();
        }
        if (context.needs.contains(Need.AREA)) {
            area();
        }
        if (context.needs.contains(Need.AWAIT_ALL)) {
            awaitAll();
        }
        if (context.decoding.needsMissing()) {
            missing();
        }
    }

    private void checkBuffer() {
        code.blank().javadoc("Refuses memory smaller than the call's bytes.");
        code.openList(
                "private static void check",
                List.of(
                        context.file.nullable() + " " + context.file.segment() + " memory",
                        "long bytes",
                        "String what"),
                "");
        code.open("if (memory == null || bytes < 0 || bytes > memory.byteSize())");
        code.line(
                "String has = memory == null ? \"is null\" : \"has \" + memory.byteSize() + \" bytes\";");
        fail(
                "what + \" \" + has + \"; the call needs \" + Long.toUnsignedString(bytes) + \" bytes\"");
        code.close().close();
    }

    private void outOfRange() {
        code.blank();
        code.openList(
                "private static " + exception() + " outOfRange",
                List.of("String function", "ArithmeticException e"),
                "");
        code.list(
                "return new " + exception(),
                List.of(refused(), "function + \": a size is out of range: \" + e.getMessage()"),
                ";");
        code.close();
    }

    private void fail(String message) {
        code.list("throw new " + exception(), List.of(refused(), message), ";");
    }

    private void area() {
        String type = context.rpc("PitchedArea");
        code.blank().javadoc("Returns the pitched area that a call uses.");
        code.openList(
                "private static " + type + " area",
                List.of(
                        "String what",
                        context.file.nullable() + " " + context.file.segment() + " memory",
                        "long rowBytes",
                        "long rows",
                        "long slices",
                        "long pitch",
                        "long sliceRows",
                        "long x",
                        "long y",
                        "long z"),
                "");
        code.open("try");
        code.list(
                "return " + type + ".of",
                List.of(
                        "memory",
                        "rowBytes",
                        "rows",
                        "slices",
                        "pitch",
                        "sliceRows",
                        "x",
                        "y",
                        "z"),
                ";");
        code.reopen("catch (IllegalArgumentException | ArithmeticException e)");
        fail("what + \" \" + e.getMessage()");
        code.close().close();
    }

    private void awaitAll() {
        String pending = pending(context);
        code.blank().javadoc("Waits for all parts of a call, even after one has failed.");
        code.open(
                "private static void awaitAll("
                        + context.file.use("java.util.List")
                        + "<"
                        + pending
                        + "> parts)");
        code.line(context.file.nullable() + " RuntimeException failure = null;");
        code.open("for (" + pending + " part : parts)");
        code.open("try").line("part.await();");
        code.reopen("catch (RuntimeException e)");
        code.line("failure = failure == null ? e : failure;").close().close();
        code.open("if (failure != null)").line("throw failure;").close().close();
    }

    private void missing() {
        code.blank().open("private static IllegalStateException missing(String field)");
        code.line("return new IllegalStateException(\"the answer lacks \" + field);").close();
    }

    static String pending(StubContext context) {
        return context.rpc("CallWriter") + ".PendingReply";
    }

    private String exception() {
        return context.shape.api(Shape.exceptionClass(context.api));
    }

    private String refused() {
        return context.shape.error(context.api.refused());
    }
}
