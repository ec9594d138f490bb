package dev.hira.router.catalog;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;

/** The result of a repeated call, in words. */
public final class ReplyProblem {
    private static final int CODE = 1;
    private static final int MESSAGE = 2;

    private ReplyProblem() {}

    /** Returns the result in an answer, with the name of its function. */
    public static String result(RecordCursor answer, Catalog catalog) {
        boolean failed =
                answer.kind() == RecordKinds.FAILED || (answer.flags() & RecordFlags.ERROR) != 0;
        return failed ? of(answer, catalog) : function(answer, catalog) + " succeeded";
    }

    /** Returns the failure of a reply that is one, with the name of its function. */
    public static String of(RecordCursor reply, Catalog catalog) {
        int code = 0;
        String message = "";
        ArgsReader in = reply.args(new ArgsReader());
        while (in.next()) {
            switch (in.field()) {
                case CODE -> code = (int) in.uint64();
                case MESSAGE -> message = in.string();
                default -> in.skip();
            }
        }
        return function(reply, catalog)
                + " returned "
                + code
                + (message.isEmpty() ? "" : ", " + message);
    }

    private static String function(RecordCursor reply, Catalog catalog) {
        FunctionRow row = catalog.row(reply.function());
        return row == null ? "function " + reply.function() : row.name();
    }
}
