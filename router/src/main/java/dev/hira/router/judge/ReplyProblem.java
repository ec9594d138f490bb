package dev.hira.router.judge;

import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordCursor;

/** The failure in a reply to a repeated call, in words. */
public final class ReplyProblem {
    private static final int CODE = 1;
    private static final int MESSAGE = 2;

    private ReplyProblem() {}

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
        FunctionRow row = catalog.row(reply.function());
        String function = row == null ? "function " + reply.function() : row.name();
        return function + " returned " + code + (message.isEmpty() ? "" : ", " + message);
    }
}
