package dev.hira.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Modifies;
import dev.hira.router.catalog.RecordRule.Nothing;
import dev.hira.router.catalog.RecordRule.Orders;
import dev.hira.router.catalog.RecordRule.Releases;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Retains;
import dev.hira.router.catalog.RecordRule.Slot;
import dev.hira.router.catalog.RecordRule.Undoes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The record rules of all functions of an API as lines of text. */
record RecordList(Catalog catalog) {
    /** Compares the lines with those of a file, which a person has reviewed. */
    void requireReviewed(Path file) throws IOException {
        StringBuilder listed = new StringBuilder();
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null) {
                listed.append(id).append(' ').append(row.name()).append(": ");
                listed.append(text(row)).append('\n');
            }
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, listed);
        }
        List<String> present = listed.toString().lines().toList();
        List<String> reviewed = Files.readAllLines(file);
        assertThat(rest(present, reviewed))
                .as("not in router/%s; run this test with -Dgolden.update=true, review", file)
                .isEmpty();
        assertThat(rest(reviewed, present)).as("only in router/%s", file).isEmpty();
        assertThat(present).isEqualTo(reviewed);
    }

    private static List<String> rest(List<String> lines, List<String> others) {
        return lines.stream().filter(line -> !others.contains(line)).toList();
    }

    private String text(FunctionRow row) {
        LaneChange lane = row.lane();
        String rule = text(row.record());
        if (lane == null) {
            return rule;
        }
        ObjectRef object = lane.object();
        String change =
                "lane " + lane.kind() + " " + (object == null ? type(lane.type()) : text(object));
        return row.record() instanceof Nothing ? change : rule + "; " + change;
    }

    private String text(RecordRule rule) {
        return switch (rule) {
            case Nothing nothing -> "nothing, " + nothing.reason();
            case Creates it ->
                    "creates "
                            + text(it.object())
                            + (it.owner() == null ? "" : " of " + text(it.owner()))
                            + (it.extent() == null ? "" : " with an extent")
                            + list(" dies with ", it.diesWith())
                            + list(" needs ", it.needs());
            case Modifies it -> "modifies " + text(it.object()) + list(" needs ", it.needs());
            case Replaces it ->
                    "replaces "
                            + text(it.slot())
                            + " of "
                            + text(it.object())
                            + list(" needs ", it.needs());
            case Undoes it -> "undoes " + text(it.slot()) + " of " + text(it.object());
            case Orders it -> "orders " + text(it.object()) + list(" after ", it.needs());
            case Retains it -> "retains " + text(it.object());
            case Releases it -> "releases " + text(it.object());
            case Destroys it -> "destroys " + text(it.object());
        };
    }

    private String list(String word, List<ObjectRef> objects) {
        return objects.isEmpty()
                ? ""
                : word + objects.stream().map(this::text).collect(Collectors.joining(", "));
    }

    private static String text(Slot slot) {
        return slot.per().isEmpty() ? slot.name() : slot.name() + " per " + slot.per();
    }

    private String text(ObjectRef object) {
        return switch (object) {
            case ObjectRef.Argument it -> type(it) + " in " + it.field();
            case ObjectRef.Arguments it -> type(it) + " in list " + it.field();
            case ObjectRef.Computed it -> type(it) + " by formula";
            case ObjectRef.Returned it -> type(it) + " returned in " + it.field();
            case ObjectRef.Current it -> "current " + type(it);
            case ObjectRef.Session _ -> "session";
        };
    }

    private String type(ObjectRef object) {
        return type(object.type());
    }

    private String type(int tag) {
        return catalog.types().get(tag - 1).name();
    }
}
