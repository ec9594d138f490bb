package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Saturating;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The phases of disengaged fair queuing (NEON; Menychtas et al., ASPLOS 2014) over a set of units:
 * {@code FREERUN → DRAIN → SAMPLE(t1) … SAMPLE(tn) → decide → FREERUN}.
 *
 * <p>In a free run all units that are not blocked submit, and only the number of their kernels is
 * counted. The drain holds all submissions until the device is empty. A sample admits one unit
 * alone, times its kernels, and ends after its slice, or after enough kernels, or when the unit has
 * no work. The decision charges each unit the sampled time plus the mean kernel of the sample times
 * the kernels of the free run, weighted; t<sub>sys</sub> is the least consumption of an active
 * unit; a unit is blocked for the next free run if its expected use in it would put it further
 * ahead of t<sub>sys</sub> than the threshold.
 *
 * <p>Choices: the threshold is one free run, in the unit's own unweighted time; a unit is active if
 * it submitted in this cycle or the one before; a unit that returns from idleness starts at
 * t<sub>sys</sub>, from which all time is counted, or keeps its lead; the expected use is that of
 * the last free run in which the unit was not blocked; the unit nearest to t<sub>sys</sub> is never
 * blocked; a unit that has never been sampled is charged as measured; a unit is sampled only if it
 * waits when its turn comes; a unit blocked in the free run stays blocked until the decision, since
 * a sample would give it the time that it must go without.
 *
 * <p>{@link #advance} changes phases with time and events; a repeated call at the same time has no
 * effect.
 */
final class Engagement {
    private final SamplingSettings settings;
    private final Weights weights;
    private final List<Sampled> units = new ArrayList<>();
    private Phase phase = Phase.IDLE;
    private long ends;
    private long cycle;
    private int inFlight;
    private int waiting;
    private int cursor;
    private @Nullable Sampled sampling;

    Engagement(SamplingSettings settings, Weights weights) {
        this.settings = settings;
        this.weights = weights;
    }

    void add(Sampled unit, long now) {
        unit.quietSince = now;
        units.add(unit);
    }

    void remove(Sampled unit) {
        int place = units.indexOf(unit);
        units.remove(place);
        if (place < cursor) {
            cursor--;
        }
        if (sampling == unit) {
            sampling = null;
        }
    }

    void submitted(Sampled unit, long now) {
        advance(now);
        if (phase == Phase.IDLE) {
            phase = Phase.FREERUN;
            ends = now + settings.freerun();
        }
        unit.submitted = cycle;
        unit.waiting++;
        waiting++;
    }

    void withdrawn(Sampled unit) {
        unit.waiting--;
        waiting--;
    }

    void granted(Sampled unit) {
        unit.waiting--;
        waiting--;
        unit.inFlight++;
        unit.sampleGrants++;
        inFlight++;
        unit.submitted = cycle;
    }

    void done(Sampled unit, long measured, long now) {
        inFlight--;
        if (--unit.inFlight == 0) {
            unit.quietSince = now;
        }
        if (unit == sampling) {
            unit.sampledKernels++;
            unit.sampledNanos = Saturating.add(unit.sampledNanos, measured);
        } else {
            unit.freeKernels++;
            unit.freeNanos = Saturating.add(unit.freeNanos, measured);
        }
        advance(now);
    }

    /** Whether a unit may submit now. */
    boolean isOpen(Sampled unit, long now) {
        advance(now);
        return switch (phase) {
            case IDLE, DRAIN -> false;
            case FREERUN -> !unit.blocked;
            case SAMPLE ->
                    unit == sampling && now - ends < 0 && unit.sampleGrants < settings.enough();
        };
    }

    /** Returns the time at which the phase changes even without an event. */
    long wakeAt(long now) {
        advance(now);
        if (waiting == 0 || phase == Phase.IDLE || phase == Phase.DRAIN) {
            return Long.MAX_VALUE;
        }
        Sampled unit = sampling;
        long at = ends;
        if (unit != null && unit.inFlight == 0 && unit.waiting == 0) {
            long quiet = unit.quietSince + settings.linger();
            at = quiet - ends < 0 ? quiet : ends;
        }
        // A sample that is over ends when the work of others, which has moved here, has ended.
        return now - at < 0 ? at : Long.MAX_VALUE;
    }

    /** Returns the units; callers must not change the list. */
    List<Sampled> units() {
        return units;
    }

    /** Returns the lead of a unit over the one that is furthest behind, in its own device time. */
    long ahead(Sampled unit) {
        return Saturating.multiplyDivide(unit.ahead, unit.down, unit.up);
    }

    private void advance(long now) {
        if (phase == Phase.FREERUN && now - ends >= 0) {
            phase = Phase.DRAIN;
        }
        if (phase == Phase.DRAIN && inFlight == 0) {
            phase = Phase.SAMPLE;
            cursor = 0;
        }
        while (phase == Phase.SAMPLE && inFlight == 0 && isSampled(now)) {
            sampleNext(now);
        }
    }

    private boolean isSampled(long now) {
        Sampled unit = sampling;
        return unit == null
                || now - ends >= 0
                || unit.sampleGrants >= settings.enough()
                || (unit.waiting == 0 && now - unit.quietSince >= settings.linger());
    }

    private void sampleNext(long now) {
        sampling = null;
        while (cursor < units.size()) {
            Sampled unit = units.get(cursor++);
            if (unit.waiting > 0 && !unit.blocked) {
                sampling = unit;
                unit.sampleGrants = 0;
                unit.quietSince = now;
                ends = now + settings.sample();
                return;
            }
        }
        decide(now);
    }

    private void decide(long now) {
        markActive();
        weights.weigh(units);
        charge();
        boolean idle = waiting == 0;
        for (int i = 0; i < units.size(); i++) {
            Sampled unit = units.get(i);
            unit.blocked = !idle && unit.ahead > 0 && isTooFarAhead(unit);
        }
        cycle++;
        phase = idle ? Phase.IDLE : Phase.FREERUN;
        ends = now + settings.freerun();
    }

    /**
     * Charges all units, then subtracts the consumption of the active unit that is furthest behind.
     */
    private void charge() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < units.size(); i++) {
            Sampled unit = units.get(i);
            long weighted = Saturating.multiplyDivide(unit.estimate(), unit.up, unit.down);
            unit.ahead = Saturating.add(unit.ahead, weighted);
            unit.beginCycle();
            least = unit.active ? Math.min(least, unit.ahead) : least;
        }
        for (int i = 0; i < units.size() && least != Long.MAX_VALUE; i++) {
            Sampled unit = units.get(i);
            unit.ahead = Math.max(0, unit.ahead - least);
        }
    }

    private boolean isTooFarAhead(Sampled unit) {
        return Saturating.add(ahead(unit), unit.expected) > settings.threshold();
    }

    private void markActive() {
        for (int i = 0; i < units.size(); i++) {
            Sampled unit = units.get(i);
            unit.active = unit.waiting > 0 || unit.submitted >= cycle - 1;
        }
    }

    private enum Phase {
        /** Nothing waits; the next submission begins a free run. */
        IDLE,
        FREERUN,
        DRAIN,
        SAMPLE
    }

    /** Sets the weights of units before a decision. */
    interface Weights {
        /** Equal weights. */
        Weights EQUAL = units -> {};

        void weigh(List<Sampled> units);
    }
}
