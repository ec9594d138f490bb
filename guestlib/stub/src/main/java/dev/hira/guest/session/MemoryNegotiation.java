package dev.hira.guest.session;

import dev.hira.guest.call.PayloadArena;
import dev.hira.guest.call.SharedArena;
import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingFile;
import dev.hira.link.shm.Challenge;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.ArgsReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Maps the memory that the router offers and proves that it is the same. Decodes the offer by hand,
 * as {@link Handshake} does.
 */
final class MemoryNegotiation {
    private static final Logger LOG = System.getLogger("dev.hira.guest");

    private final boolean wanted;
    private final boolean ringsWanted;
    private @Nullable SharedRegion region;
    private @Nullable SharedRegion rings;

    MemoryNegotiation(boolean wanted, boolean ringsWanted) {
        this.wanted = wanted;
        this.ringsWanted = ringsWanted;
    }

    /** The guest's answer to an offer; {@code found} 0 declines. */
    record Proof(long found, long answer, boolean rings) {
        static final Proof DECLINED = new Proof(0, 0, false);
    }

    /** Handles an OfferMemory message. */
    Proof consider(ArgsReader in) {
        Offer offer = Offer.read(in);
        if (!wanted || offer.path().isEmpty()) {
            return Proof.DECLINED;
        }
        try {
            SharedRegion mapped = SharedRegion.map(Path.of(offer.path()), offer.size());
            region = mapped;
            rings = mapRings(offer.ringPath());
            Challenge.Answer answer =
                    Challenge.answer(mapped, offer.challenge(), ThreadLocalRandom.current());
            return answer.found() == 0
                    ? Proof.DECLINED
                    : new Proof(answer.found(), answer.written(), rings != null);
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    Level.DEBUG,
                    "the memory that the router offers cannot be mapped; payloads travel in the"
                            + " stream",
                    e);
            return Proof.DECLINED;
        }
    }

    /** Returns the accepted memory, or null when none was mapped. */
    @Nullable PayloadArena arena() {
        SharedRegion mapped = region;
        return mapped == null ? null : new SharedArena(mapped);
    }

    /**
     * Returns the accepted rings, which the caller owns from now on; null when none were mapped.
     */
    @Nullable SharedRegion takeRings() {
        SharedRegion mapped = rings;
        rings = null;
        return mapped;
    }

    /** Drops the memory, which the router did not accept. */
    void closeMemory() {
        SharedRegion mapped = region;
        region = null;
        if (mapped != null) {
            mapped.close();
        }
    }

    /** Drops the rings, which the router did not accept. */
    void closeRings() {
        SharedRegion mapped = takeRings();
        if (mapped != null) {
            mapped.close();
        }
    }

    private @Nullable SharedRegion mapRings(String path) {
        if (!ringsWanted || path.isEmpty() || !Futex.available()) {
            return null;
        }
        try {
            return RingFile.map(Path.of(path));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the rings that the router offers cannot be mapped", e);
            return null;
        }
    }

    /** The router's offer. */
    private record Offer(String path, long size, long challenge, String ringPath) {
        static Offer read(ArgsReader in) {
            String path = "";
            long size = 0;
            long challenge = 0;
            String ringPath = "";
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> path = in.string();
                    case 2 -> size = in.uint64();
                    case 3 -> challenge = in.uint64();
                    case 4 -> ringPath = in.string();
                    default -> in.skip();
                }
            }
            return new Offer(path, size, challenge, ringPath);
        }
    }
}
