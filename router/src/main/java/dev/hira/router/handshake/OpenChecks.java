package dev.hira.router.handshake;

import dev.hira.router.catalog.Catalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.PlainText;
import dev.hira.wire.v1.Open;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks whether router and guest are compatible. */
public final class OpenChecks {
    /** The version of the protocol between guests, routers and servers. */
    public static final int PROTOCOL = 1;

    private static final int MOST_DEVICES = 4096;
    private static final int LONGEST_TASK = 128;
    private static final int LONGEST_PROCESS = 128;

    private OpenChecks() {}

    /** Returns the guest's request with its text made safe for logs. */
    public static Open plain(Open open) {
        String process = PlainText.of(open.getProcess(), LONGEST_PROCESS);
        return process.equals(open.getProcess())
                ? open
                : open.toBuilder().setProcess(process).build();
    }

    /** Returns the reason why a session cannot be opened; null when there is none. */
    public static @Nullable LinkStatus problem(Open open, Map<Integer, Catalog> catalogs) {
        if (open.getProtocol() != PROTOCOL) {
            return refused(
                    "the guest speaks protocol "
                            + Integer.toUnsignedString(open.getProtocol())
                            + ", the router "
                            + PROTOCOL
                            + "; use the guest library of the router's release");
        }
        LinkStatus problem = apiProblem(open, catalogs);
        return problem != null ? problem : requestProblem(open);
    }

    private static @Nullable LinkStatus apiProblem(Open open, Map<Integer, Catalog> catalogs) {
        Catalog catalog = catalogs.get(open.getApi());
        if (catalog == null) {
            return refused(
                    "the router has no API "
                            + Integer.toUnsignedString(open.getApi())
                            + "; it has "
                            + names(catalogs));
        }
        if (catalog.digest() != open.getApiDigest()) {
            return refused(
                    "guest and router have different descriptions of "
                            + catalog.name()
                            + " ("
                            + Long.toHexString(open.getApiDigest())
                            + " and "
                            + Long.toHexString(catalog.digest())
                            + "); use the guest library of the router's release");
        }
        return null;
    }

    private static @Nullable LinkStatus requestProblem(Open open) {
        if (open.getDevices() < 0 || open.getDevices() > MOST_DEVICES) {
            return refused(
                    "the guest asks for "
                            + Integer.toUnsignedString(open.getDevices())
                            + " devices; at most "
                            + MOST_DEVICES
                            + " can be asked for");
        }
        if (open.getTask().length() > LONGEST_TASK
                || !PlainText.isPlain(open.getTask())
                || open.getRank() < 0) {
            return refused(
                    "the name of a task has at most "
                            + LONGEST_TASK
                            + " characters, no control characters and none that a log cannot"
                            + " show, and a rank is from 0 to "
                            + Integer.MAX_VALUE
                            + "; choose others");
        }
        return null;
    }

    private static LinkStatus refused(String message) {
        return new LinkStatus(Cause.REFUSED, message);
    }

    private static List<String> names(Map<Integer, Catalog> catalogs) {
        return catalogs.values().stream()
                .map(c -> c.name() + " (" + c.api() + ")")
                .sorted()
                .toList();
    }
}
