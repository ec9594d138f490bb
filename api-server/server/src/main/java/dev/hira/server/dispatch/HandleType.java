package dev.hira.server.dispatch;

/**
 * A type of named object, from the API's description.
 *
 * @param tag its number in the API, 1..255
 * @param name for messages
 * @param parent the tag of the owner's type; 0 for none
 * @param address whether names are addresses that stand for ranges
 * @param alignment for addresses
 * @param predefined names that are valid from the start
 * @param invalidCode the API's error for an unknown name
 */
@SuppressWarnings("ArrayRecordComponent") // constants of generated code, never exposed further
public record HandleType(
        int tag,
        String name,
        int parent,
        boolean address,
        long alignment,
        long[] predefined,
        int invalidCode) {
    /** Returns the same type, whose unknown names are refused with another error. */
    public HandleType refusedWith(int otherCode) {
        return new HandleType(tag, name, parent, address, alignment, predefined, otherCode);
    }
}
