package dev.hira.icd.call;

import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClHandles;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One call from C: its arguments by their numbers, and its results.
 *
 * @param functions finds the address of a function by its name; 0 for none
 * @param codeAt -1 when the function returns a code, else the number of the parameter that receives
 *     it, or -2 when there is none
 * @param block the address of the first six arguments; the others lie {@value #STACK} bytes above
 */
public record CCall(
        NativeObjects objects, ToLongFunction<String> functions, int codeAt, long block) {
    /** The kind of platforms, beside those of {@link OpenClHandles}. */
    public static final int PLATFORM = 101;

    /** The kind of devices. */
    public static final int DEVICE = 102;

    /** The size of memory whose size only the driver knows. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private static final int REGISTERS = 6;
    private static final int STACK = 64;
    private static final int RETURNS_CODE = -1;

    /** The codes of failures that are not mistakes in the arguments of a call. */
    private static final Set<Integer> TOLD =
            Set.of(
                    ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE.value(),
                    ClResult.CL_OUT_OF_RESOURCES.value(),
                    ClResult.CL_OUT_OF_HOST_MEMORY.value(),
                    ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.value(),
                    ClResult.CL_NOT_PERMITTED_HIRA.value(),
                    ClResult.CL_SESSION_LOST_HIRA.value());

    /** Returns an argument with 8 bytes. */
    public long word(int k) {
        return NativeMemory.word(
                k < REGISTERS ? block + 8L * k : block + STACK + 8L * (k - REGISTERS));
    }

    /** Returns an argument with 4 bytes. */
    public int number(int k) {
        return (int) word(k);
    }

    // --- objects

    /** Returns the handle of an object of a kind. */
    public long object(int k, int kind, ClResult invalid) {
        return checked(word(k), kind, invalid);
    }

    /** Returns the driver's name of an object. */
    public long name(int k, int kind, ClResult invalid) {
        return objects.name(object(k, kind, invalid));
    }

    /** Returns the driver's name of an object, or 0 when the program passes none. */
    public long nameOrNone(int k, int kind, ClResult invalid) {
        return word(k) == 0 ? 0 : name(k, kind, invalid);
    }

    /** Returns the driver's names of the objects in a list. */
    public long[] names(int lengthAt, int k, int kind, ClResult invalid) {
        long length = Integer.toUnsignedLong(number(lengthAt));
        long list = word(k);
        if (length == 0 != (list == 0)) {
            boolean waits = invalid == ClResult.CL_INVALID_EVENT_WAIT_LIST;
            throw new OpenClException(
                    waits ? invalid : ClResult.CL_INVALID_VALUE,
                    "a list has the length " + length + " and the address " + list);
        }
        long[] names = new long[Math.toIntExact(length)];
        for (int i = 0; i < names.length; i++) {
            names[i] = objects.name(checked(NativeMemory.word(list + 8L * i), kind, invalid));
        }
        return names;
    }

    private long checked(long address, int kind, ClResult invalid) {
        if (!objects.is(address, kind)) {
            throw new OpenClException(
                    invalid,
                    "0x"
                            + Long.toHexString(address)
                            + " is no such object, or one that has been released");
        }
        return address;
    }

    /** Notes a new object; the program's handle is the function's result. */
    public long created(int kind, long name, long parent) {
        long address = objects.add(kind, name, parent);
        if (address == 0) {
            throw new OpenClException(
                    ClResult.CL_OUT_OF_HOST_MEMORY, "the program has too many objects");
        }
        return address;
    }

    public long retain(long object) {
        objects.retain(object);
        return ClResult.CL_SUCCESS.value();
    }

    /** Takes back a reference of the program. */
    public long release(long object, ClResult invalid) {
        if (!objects.release(object)) {
            throw new OpenClException(
                    invalid, "the program has released the object as often as it has retained it");
        }
        return ClResult.CL_SUCCESS.value();
    }

    /** Hands the event of a command out, if the program asked for it. */
    public long giveEvent(int k, long event, long queue) {
        if (event != 0) {
            NativeMemory.setWord(word(k), created(OpenClHandles.EVENT, event, queue));
        }
        return ClResult.CL_SUCCESS.value();
    }

    /** Releases the event of a command that was refused. */
    public void abandon(OpenClDriver driver, long event) {
        if (event == 0) {
            return;
        }
        try {
            driver.clGetEventInfo(event, ClEventInfo.CL_EVENT_CONTEXT, 0, null);
            driver.clReleaseEvent(event);
        } catch (OpenClException gone) {
            // The creation of the event was refused too.
        }
    }

    // --- values

    /** Returns a constant of an enumeration. */
    public <E> E known(@Nullable E constant) {
        if (constant == null) {
            throw new OpenClException(ClResult.CL_INVALID_VALUE, "there is no such constant");
        }
        return constant;
    }

    /** Returns a text. */
    public String text(int k) {
        return NativeMemory.text(present(k));
    }

    /** Returns a text; an empty one for none. */
    public String textOrEmpty(int k) {
        return word(k) == 0 ? "" : text(k);
    }

    /** Returns several texts; where they have no lengths, or the length 0, they end with 0. */
    List<String> texts(int countAt, int k, long lengths) {
        int count = number(countAt);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long address = NativeMemory.word(present(k) + 8L * i);
            if (address == 0) {
                throw new OpenClException(ClResult.CL_INVALID_VALUE, "a text is NULL");
            }
            long length = lengths == 0 ? 0 : NativeMemory.word(lengths + 8L * i);
            texts.add(
                    length == 0 ? NativeMemory.text(address) : NativeMemory.text(address, length));
        }
        return texts;
    }

    /** Returns an address that is not NULL. */
    long present(int k) {
        long address = word(k);
        if (address == 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "the argument " + (k + 1) + " is NULL");
        }
        return address;
    }

    /** Returns the numbers of a list. */
    public long[] words(int lengthAt, int k) {
        int length = number(lengthAt);
        long[] words = new long[length];
        for (int i = 0; i < length; i++) {
            words[i] = NativeMemory.word(present(k) + 8L * i);
        }
        return words;
    }

    /** Returns a list that ends with 0, with the 0; an empty one for none. */
    public long[] properties(int k) {
        long list = word(k);
        if (list == 0) {
            return new long[0];
        }
        int length = 1;
        while (NativeMemory.word(list + 8L * (length - 1)) != 0) {
            length += 2;
        }
        long[] properties = new long[length];
        for (int i = 0; i < length; i++) {
            properties[i] = NativeMemory.word(list + 8L * i);
        }
        return properties;
    }

    /** Returns memory of the program. */
    public MemorySegment memory(int k, long size) {
        return NativeMemory.at(present(k), size);
    }

    /** Returns memory of the program, or null. */
    public @Nullable MemorySegment memoryOrNull(int k, long size) {
        return word(k) == 0 ? null : memory(k, size);
    }

    /** Returns the numbers of a range's dimensions. */
    public ClSizes sizes(int k, int dimensions, long missing) {
        @Nullable ClSizes sizes = sizesOrNull(k, dimensions, missing);
        return sizes == null ? new ClSizes(0, 0, 0) : sizes;
    }

    /** Returns the numbers of a range's dimensions, or null. */
    public @Nullable ClSizes sizesOrNull(int k, int dimensions, long missing) {
        long list = word(k);
        return list == 0
                ? null
                : new ClSizes(
                        size(list, 0, dimensions, missing),
                        size(list, 1, dimensions, missing),
                        size(list, 2, dimensions, missing));
    }

    private static long size(long list, int dimension, int dimensions, long missing) {
        return dimension < dimensions ? NativeMemory.word(list + 8L * dimension) : missing;
    }

    /** Returns the format of an image. */
    public ClImageFormat structClImageFormat(int k) {
        long at = word(k);
        if (at == 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the format of the image is NULL");
        }
        return new ClImageFormat(NativeMemory.number(at), NativeMemory.number(at + 4));
    }

    /** Returns the kind and the sizes of an image; its memory object by the driver's name. */
    public ClImageDesc structClImageDesc(int k) {
        long at = word(k);
        if (at == 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR, "the descriptor of the image is NULL");
        }
        ClMemObjectType type = ClMemObjectType.find(NativeMemory.number(at));
        if (type == null) {
            throw new OpenClException(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                    "there is no kind 0x"
                            + Integer.toHexString(NativeMemory.number(at))
                            + " of memory objects");
        }
        long object = NativeMemory.word(at + 64);
        if (object != 0 && !objects.is(object, OpenClHandles.MEM)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                    "0x" + Long.toHexString(object) + " is no memory object");
        }
        return new ClImageDesc(
                type,
                NativeMemory.word(at + 8),
                NativeMemory.word(at + 16),
                NativeMemory.word(at + 24),
                NativeMemory.word(at + 32),
                NativeMemory.word(at + 40),
                NativeMemory.word(at + 48),
                NativeMemory.number(at + 56),
                NativeMemory.number(at + 60),
                object == 0 ? 0 : objects.name(object));
    }

    // --- results

    /** Writes a list of objects, and their number, as far as the program asks for them. */
    public long list(int lengthAt, int kind, long[] names) {
        int room = number(lengthAt);
        long list = word(lengthAt + 1);
        long count = word(lengthAt + 2);
        if (list == 0 ? count == 0 : room == 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "there is no room for the results");
        }
        for (int i = 0; list != 0 && i < Math.min(names.length, room); i++) {
            NativeMemory.setWord(list + 8L * i, objects.address(kind, names[i]));
        }
        if (count != 0) {
            NativeMemory.setNumber(count, names.length);
        }
        return ClResult.CL_SUCCESS.value();
    }

    /** Returns the memory for the value of a property, or null. */
    public @Nullable MemorySegment infoValue(int k, long size) {
        return memoryOrNull(k, size);
    }

    /** Returns the size of the memory for the value of a property. */
    public static long size(@Nullable MemorySegment value) {
        return value == null ? 0 : value.byteSize();
    }

    /** Finishes a query for a property: the value has been written. */
    public long info(int k, int property, @Nullable MemorySegment value, long needed) {
        if (value != null) {
            InfoValues.toHandles(this, property, value.asSlice(0, needed));
        }
        long size = word(k + 1);
        if (size != 0) {
            NativeMemory.setWord(size, needed);
        }
        return ClResult.CL_SUCCESS.value();
    }

    /** Returns the failure of a call of a function that this driver does not have. */
    public OpenClException absent() {
        return new OpenClException(
                ClResult.CL_INVALID_OPERATION, "there is no such function in OpenCL 3.0");
    }

    /** Reports success, where the function does not return it. */
    public void succeeded() {
        report(ClResult.CL_SUCCESS.value());
    }

    /** Reports a failure, and returns what the function then returns. */
    public long failed(int code) {
        report(code);
        return codeAt == RETURNS_CODE ? code : 0;
    }

    /**
     * Calls the function that the program gave for failures in the context of this call, if there
     * is one. Mistakes in arguments are not told: the code says enough.
     */
    public void tellContext(String function, int code, Throwable failure) {
        if (!TOLD.contains(code)) {
            return;
        }
        boolean waits = function.equals("clWaitForEvents") && number(0) > 0 && word(1) != 0;
        NativeObjects.FailureNotify to =
                objects.failureNotify(waits ? NativeMemory.word(word(1)) : word(0));
        if (to != null) {
            String why = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
            to.failed(function + " fails: " + why);
        }
    }

    private void report(int code) {
        if (codeAt >= 0 && word(codeAt) != 0) {
            NativeMemory.setNumber(word(codeAt), code);
        }
    }
}
