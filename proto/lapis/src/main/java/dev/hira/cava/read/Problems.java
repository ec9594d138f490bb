package dev.hira.cava.read;

import dev.hira.cava.type.ObjectPlace;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Collects the mistakes in a description, to report them all at once. */
public final class Problems {
    private record Problem(ObjectPlace place, String sentence) implements Comparable<Problem> {
        @Override
        public int compareTo(Problem other) {
            int byFile = place.file().compareTo(other.place.file());
            int byLine = byFile != 0 ? byFile : Integer.compare(place.line(), other.place.line());
            return byLine != 0 ? byLine : sentence.compareTo(other.sentence);
        }

        @Override
        public String toString() {
            return place + ": " + sentence;
        }
    }

    private final Set<Problem> problems = new TreeSet<>();

    /** Reports a mistake: a sentence with the mistake and its remedy. */
    public void report(ObjectPlace place, String sentence) {
        problems.add(new Problem(place, sentence));
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Returns one line per mistake, in the order of files and lines. */
    public List<String> lines() {
        return problems.stream().map(Problem::toString).toList();
    }
}
