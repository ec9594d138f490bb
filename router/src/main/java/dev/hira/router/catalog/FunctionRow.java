package dev.hira.router.catalog;

/**
 * One function of an API.
 *
 * @param priced whether {@link Catalog#cost} has something to say about it
 * @param asyncPossible whether it may come without the SYNC flag
 * @param work whether calls give a device work that ends later
 * @param record its place in the recorded history
 * @param objectField the field number that names the object concerned; 0 when none does
 * @param maxPayloads the most buffers it can have
 */
public record FunctionRow(
        int id,
        String name,
        boolean priced,
        boolean asyncPossible,
        boolean work,
        RecordClass record,
        int objectField,
        int maxPayloads) {
    /** How a call belongs to the recorded history that recreates an object. */
    public enum RecordClass {
        NONE,
        CREATES,
        MODIFIES,
        REPLACES,
        DESTROYS
    }
}
