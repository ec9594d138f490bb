package dev.hira.server.call;

import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.work.WorkReports;

/** The functions of the guest that work from another server calls, known by their numbers. */
record GuestFunctions(Dispatcher<?> dispatcher, GuestCallbacks callbacks)
        implements WorkReports.Functions {
    @Override
    public <T> T function(Class<T> type, long number) {
        return dispatcher.callback(type, new DetachedCall(callbacks), number);
    }
}
