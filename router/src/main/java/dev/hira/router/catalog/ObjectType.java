package dev.hira.router.catalog;

import java.util.List;

/**
 * A type of object that guests name.
 *
 * @param tag its number, from 1
 * @param parent the tag of the type that owns it; 0: none
 * @param address whether names are addresses that stand for ranges; any address inside names the
 *     object
 * @param predefined names of objects that exist without being created
 * @param read the function that reads an object's content, which replay does not recreate; 0: none
 * @param write the function that writes it
 */
public record ObjectType(
        int tag,
        String name,
        int parent,
        boolean address,
        List<Long> predefined,
        int read,
        int write) {}
