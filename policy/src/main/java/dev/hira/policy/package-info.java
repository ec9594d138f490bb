/**
 * Admission control: which commands may run, and when. Pure decisions over a clock, free of any
 * transport. Entry types: {@link dev.hira.policy.AdmissionPolicy}, {@link
 * dev.hira.policy.Admission}, {@link dev.hira.policy.TokenBucket}.
 *
 * <p>The caller asks a {@link dev.hira.policy.SessionPolicy} once per command, on the session's own
 * thread. Policies that keep state for a whole VM guard it themselves; no lock of this package is
 * held during a callback.
 */
@NullMarked
package dev.hira.policy;

import org.jspecify.annotations.NullMarked;
