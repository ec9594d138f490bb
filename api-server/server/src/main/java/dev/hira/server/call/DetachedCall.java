package dev.hira.server.call;

import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.ServerCall;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * The session for callbacks that outlive the call that registered them: only {@link #callback}
 * works.
 */
final class DetachedCall implements ServerCall {
    private final GuestCallbacks callbacks;

    DetachedCall(GuestCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    @Override
    public CallbackCall callback(int callbackType, long callbackId) {
        return callbacks.open(callbackType, callbackId);
    }

    @Override
    public ServerCall detach() {
        return this;
    }

    @Override
    public ArgsReader args() {
        throw over();
    }

    @Override
    public boolean sync() {
        return false;
    }

    @Override
    public void require(HandleType type, long name) {
        throw over();
    }

    @Override
    public void requireOrNull(HandleType type, long name) {
        throw over();
    }

    @Override
    public void claim(HandleType type, long name, long extent) {
        throw over();
    }

    @Override
    public void created(HandleType type, long name, long extent, long parent) {
        throw over();
    }

    @Override
    public void dependsOn(HandleType type, long name, HandleType onType, long on) {
        throw over();
    }

    @Override
    public void destroyed(HandleType type, long name) {
        throw over();
    }

    @Override
    public void retained(HandleType type, long name) {
        throw over();
    }

    @Override
    public void released(HandleType type, long name) {
        throw over();
    }

    @Override
    public MemorySegment input(int field, long bytes) {
        throw over();
    }

    @Override
    public MemorySegment inputOrNull(int field, long bytes) {
        throw over();
    }

    @Override
    public boolean wants(int field) {
        throw over();
    }

    @Override
    public MemorySegment output(int field, long bytes) {
        throw over();
    }

    @Override
    public void filled(int field, long bytes) {
        throw over();
    }

    @Override
    public LateOutput lateOutput(int field, long bytes) {
        throw over();
    }

    @Override
    public ArgsWriter reply() {
        throw over();
    }

    @Override
    public void outcome(int code) {
        throw over();
    }

    @Override
    public void blocking(BooleanSupplier ready, Runnable body) {
        throw over();
    }

    private static IllegalStateException over() {
        return new IllegalStateException("the call is over; only callbacks outlive it");
    }
}
