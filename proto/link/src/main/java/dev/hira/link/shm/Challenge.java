package dev.hira.link.shm;

import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.ProveMemory;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/**
 * The proof that two processes share the same memory, not just files of the same name: one writes a
 * random number, the other reports it and writes its own number after it.
 *
 * <pre>
 * offset                +8                  +16
 * +--------------------+-------------------+
 * | number u64, not 0  | answer u64, not 0 |
 * +--------------------+-------------------+
 * </pre>
 */
public final class Challenge {
    /** The size of a challenge in the region, in bytes. */
    public static final long BYTES = 16;

    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

    private final SharedRegion region;
    private final long offset;
    private final long number;

    private Challenge(SharedRegion region, long offset, long number) {
        this.region = region;
        this.offset = offset;
        this.number = number;
    }

    /** Writes a number into the region. The random source must not be guessable. */
    public static Challenge pose(SharedRegion region, long offset, RandomGenerator random) {
        if (!fits(region, offset)) {
            throw new IllegalArgumentException(
                    "a challenge of " + BYTES + " bytes does not fit at " + offset);
        }
        long number = nonZero(random);
        region.guard()
                .run(() -> {
                    region.segment().set(WORD, offset, number);
                    region.segment().set(WORD, offset + 8, 0);
                });
        return new Challenge(region, offset, number);
    }

    /**
     * Returns the offer that carries the challenge.
     *
     * @param ringPath the file of the rings; empty for none
     */
    public OfferMemory offer(String ringPath) {
        return OfferMemory.newBuilder()
                .setPath(region.path().toString())
                .setSize(region.size())
                .setChallengeOffset(offset)
                .setRingPath(ringPath)
                .build();
    }

    /** Answers the challenge in a region mapped by an offer; declines one out of range. */
    public static ProveMemory prove(
            SharedRegion region, OfferMemory offer, boolean rings, RandomGenerator random) {
        Answer answer = answer(region, offer.getChallengeOffset(), random);
        return answer.found() == 0
                ? decline()
                : ProveMemory.newBuilder()
                        .setFound(answer.found())
                        .setAnswer(answer.written())
                        .setRings(rings)
                        .build();
    }

    /**
     * Answers without protobuf's classes. The random source need not be secure: the written number
     * must only differ from the one already there.
     */
    public static Answer answer(SharedRegion region, long offset, RandomGenerator random) {
        if (!fits(region, offset)) {
            return Answer.NONE;
        }
        long[] found = new long[1];
        long written = nonZero(random);
        boolean done =
                region.guard()
                        .run(() -> {
                            found[0] = region.segment().get(WORD, offset);
                            region.segment().set(WORD, offset + 8, written);
                        });
        return done && found[0] != 0 ? new Answer(found[0], written) : Answer.NONE;
    }

    /**
     * The numbers that a prover found and wrote.
     *
     * @param found the number that it found; 0 for none
     * @param written the number that it wrote
     */
    public record Answer(long found, long written) {
        static final Answer NONE = new Answer(0, 0);
    }

    /** Returns the answer of a peer that cannot or does not want to map the offered memory. */
    public static ProveMemory decline() {
        return ProveMemory.getDefaultInstance();
    }

    /** Returns whether the prover sees this memory. Clears both numbers, so it works once. */
    public boolean verify(ProveMemory proof) {
        long[] answer = new long[1];
        boolean done =
                region.guard()
                        .run(() -> {
                            answer[0] = region.segment().get(WORD, offset + 8);
                            region.segment().asSlice(offset, BYTES).fill((byte) 0);
                        });
        return done
                && proof.getFound() == number
                && proof.getAnswer() != 0
                && proof.getAnswer() == answer[0];
    }

    private static boolean fits(SharedRegion region, long offset) {
        return offset >= 0 && offset <= region.size() - BYTES;
    }

    private static long nonZero(RandomGenerator random) {
        long number = random.nextLong();
        return number == 0 ? 1 : number;
    }
}
