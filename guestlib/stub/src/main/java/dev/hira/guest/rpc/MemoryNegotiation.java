package dev.hira.guest.rpc;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.shm.Challenge;
import dev.hira.wire.shm.Futex;
import dev.hira.wire.shm.RingFile;
import dev.hira.wire.shm.SharedRegion;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.ProveMemory;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Maps what the router offers and proves that it is the same memory. */
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

    /** What the guest answers to an offer; {@code found} 0 declines. */
    record Proof(long found, long answer, boolean rings) {
        static final Proof DECLINED = new Proof(0, 0, false);
    }

    /** Takes an OfferMemory. */
    Proof consider(ArgsReader in) {
        OfferMemory offer = read(in);
        if (!wanted || offer.getPath().isEmpty()) {
            return Proof.DECLINED;
        }
        try {
            SharedRegion mapped = SharedRegion.map(Path.of(offer.getPath()), offer.getSize());
            region = mapped;
            rings = mapRings(offer.getRingPath());
            ProveMemory proof = Challenge.prove(mapped, offer, rings != null, new SecureRandom());
            return new Proof(proof.getFound(), proof.getAnswer(), proof.getRings());
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    Level.DEBUG,
                    "the memory that the router offers cannot be mapped; payloads travel in the"
                            + " stream",
                    e);
            return Proof.DECLINED;
        }
    }

    /** The accepted memory, or null when none was mapped. */
    @Nullable PayloadArena arena() {
        SharedRegion mapped = region;
        return mapped == null ? null : new SharedArena(mapped);
    }

    /** The accepted rings, which the caller owns from now on; null when none were mapped. */
    @Nullable SharedRegion takeRings() {
        SharedRegion mapped = rings;
        rings = null;
        return mapped;
    }

    /** The router did not accept the memory. */
    void closeMemory() {
        SharedRegion mapped = region;
        region = null;
        if (mapped != null) {
            mapped.close();
        }
    }

    /** The router did not accept the rings. */
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

    private static OfferMemory read(ArgsReader in) {
        OfferMemory.Builder offer = OfferMemory.newBuilder();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> offer.setPath(in.string());
                case 2 -> offer.setSize(in.uint64());
                case 3 -> offer.setChallengeOffset(in.uint64());
                case 4 -> offer.setRingPath(in.string());
                default -> in.skip();
            }
        }
        return offer.build();
    }
}
