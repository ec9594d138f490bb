package dev.hira.icd.call;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEnqueueMapImageResult;
import dev.hira.api.opencl.ClImageInfo;
import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClHandles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of OpenCL that do not follow its habits: several texts or binaries, structs,
 * functions of the program, properties that name objects. Methods have the names and the order of
 * arguments of C; each is called with the numbers of its arguments.
 */
public final class OpenClByHand {
    /** The parameters of a kernel (CL_DEVICE_MAX_PARAMETER_SIZE): more is never read. */
    private static final int MOST_ARGUMENT_BYTES = 4096;

    private static final Mappings MAPPINGS = new Mappings();

    private OpenClByHand() {}

    // --- contexts

    public static long clCreateContext(CCall call, OpenClDriver driver) {
        long[] devices = call.names(1, 2, CCall.DEVICE, ClResult.CL_INVALID_DEVICE);
        checkNotify(call, 3);
        long name = driver.clCreateContext(contextProperties(call), devices);
        return createdContext(call, name, 3);
    }

    public static long clCreateContextFromType(CCall call, OpenClDriver driver) {
        checkNotify(call, 2);
        long name = driver.clCreateContextFromType(contextProperties(call), call.word(1));
        return createdContext(call, name, 2);
    }

    private static long createdContext(CCall call, long name, int notifyAt) {
        long context = call.created(OpenClHandles.CONTEXT, name, 0);
        long function = call.word(notifyAt);
        if (function != 0) {
            call.objects()
                    .onFailure(
                            context, Notifications.ofFailures(function, call.word(notifyAt + 1)));
        }
        return context;
    }

    /** Refuses user data without a function that takes them. */
    private static void checkNotify(CCall call, int notifyAt) {
        if (call.word(notifyAt) == 0 && call.word(notifyAt + 1) != 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "there are user data, but no function for them");
        }
    }

    private static long[] contextProperties(CCall call) {
        long[] properties = call.properties(0);
        InfoValues.platformsToNames(call, properties);
        return properties;
    }

    public static long clSetContextDestructorCallback(CCall call, OpenClDriver driver) {
        long context = call.name(0, OpenClHandles.CONTEXT, ClResult.CL_INVALID_CONTEXT);
        long function = call.present(1);
        driver.clSetContextDestructorCallback(
                context, Notifications.ofContext(call, function), call.word(2));
        return 0;
    }

    // --- memory objects

    public static long clCreateSubBuffer(CCall call, OpenClDriver driver) {
        long buffer = call.name(0, OpenClHandles.MEM, ClResult.CL_INVALID_MEM_OBJECT);
        ClBufferCreateType type = call.known(ClBufferCreateType.find(call.number(2)));
        MemorySegment region = call.memory(3, 2L * Long.BYTES);
        long origin = region.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        long size = region.get(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES);
        long name = driver.clCreateSubBuffer(buffer, call.word(1), type, origin, size);
        return call.created(OpenClHandles.MEM, name, call.word(0));
    }

    public static long clGetSupportedImageFormats(CCall call, OpenClDriver driver) {
        long context = call.name(0, OpenClHandles.CONTEXT, ClResult.CL_INVALID_CONTEXT);
        ClMemObjectType type = call.known(ClMemObjectType.find(call.number(2)));
        int[] formats = driver.clGetSupportedImageFormats(context, call.word(1), type);
        int count = formats.length / 2;
        if (call.word(4) != 0) {
            int written = 2 * Math.min(count, call.number(3));
            MemorySegment.copy(
                    formats,
                    0,
                    call.memory(4, 4L * written),
                    ValueLayout.JAVA_INT_UNALIGNED,
                    0,
                    written);
        }
        if (call.word(5) != 0) {
            NativeMemory.setNumber(call.word(5), count);
        }
        return 0;
    }

    public static long clSetMemObjectDestructorCallback(CCall call, OpenClDriver driver) {
        long mem = call.name(0, OpenClHandles.MEM, ClResult.CL_INVALID_MEM_OBJECT);
        long function = call.present(1);
        driver.clSetMemObjectDestructorCallback(
                mem, Notifications.ofMemObject(call, function), call.word(2));
        return 0;
    }

    public static long clEnqueueMapBuffer(CCall call, OpenClDriver driver) {
        long queue = queue(call);
        long mem = call.name(1, OpenClHandles.MEM, ClResult.CL_INVALID_MEM_OBJECT);
        long[] waits = waits(call, 6);
        long event = event(call, driver, queue, 8, ClCommandType.CL_COMMAND_MAP_BUFFER);
        MemorySegment memory;
        try {
            memory =
                    driver.clEnqueueMapBuffer(
                            queue,
                            mem,
                            call.number(2) != 0,
                            call.word(3),
                            call.word(4),
                            call.word(5),
                            waits,
                            event);
        } catch (RuntimeException refused) {
            call.abandon(driver, event);
            throw refused;
        }
        MAPPINGS.add(mem, memory);
        call.giveEvent(8, event, call.word(0));
        return memory.address();
    }

    /** The pitches of the mapped memory are results; that of slices, only where there are some. */
    public static long clEnqueueMapImage(CCall call, OpenClDriver driver) {
        long queue = queue(call);
        long mem = call.name(1, OpenClHandles.MEM, ClResult.CL_INVALID_MEM_OBJECT);
        long rowPitchAt = call.present(6);
        long slicePitchAt = call.word(7);
        if (slicePitchAt == 0 && slicePitch(driver, mem) != 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "the image has slices, and there is no place for their pitch");
        }
        ClSizes origin = call.sizes(4, 3, 0);
        ClSizes region = call.sizes(5, 3, 0);
        long[] waits = waits(call, 8);
        long event = event(call, driver, queue, 10, ClCommandType.CL_COMMAND_MAP_IMAGE);
        ClEnqueueMapImageResult mapped;
        try {
            mapped =
                    driver.clEnqueueMapImage(
                            queue,
                            mem,
                            call.number(2) != 0,
                            call.word(3),
                            origin,
                            region,
                            waits,
                            event);
        } catch (RuntimeException refused) {
            call.abandon(driver, event);
            throw refused;
        }
        NativeMemory.setWord(rowPitchAt, mapped.image_row_pitch());
        if (slicePitchAt != 0) {
            NativeMemory.setWord(slicePitchAt, mapped.image_slice_pitch());
        }
        MAPPINGS.add(mem, mapped.mapped_ptr());
        call.giveEvent(10, event, call.word(0));
        return mapped.mapped_ptr().address();
    }

    private static long slicePitch(OpenClDriver driver, long image) {
        MemorySegment pitch = MemorySegment.ofArray(new long[1]);
        driver.clGetImageInfo(image, ClImageInfo.CL_IMAGE_SLICE_PITCH, pitch.byteSize(), pitch);
        return pitch.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    public static long clEnqueueUnmapMemObject(CCall call, OpenClDriver driver) {
        long queue = queue(call);
        long mem = call.name(1, OpenClHandles.MEM, ClResult.CL_INVALID_MEM_OBJECT);
        long[] waits = waits(call, 3);
        long event = event(call, driver, queue, 5, ClCommandType.CL_COMMAND_UNMAP_MEM_OBJECT);
        MemorySegment memory = MAPPINGS.remove(mem, call.word(2));
        try {
            driver.clEnqueueUnmapMemObject(queue, mem, memory, waits, event);
        } catch (RuntimeException refused) {
            call.abandon(driver, event);
            throw refused;
        }
        return call.giveEvent(5, event, call.word(0));
    }

    // --- shared virtual memory

    /** A function of the program may free the memory; it does, when the command has its turn. */
    public static long clEnqueueSVMFree(CCall call, OpenClDriver driver) {
        long queue = queue(call);
        if (call.number(1) == 0 != (call.word(2) == 0)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "addresses and their number are given together");
        }
        long[] pointers = call.words(1, 2);
        long[] waits = waits(call, 5);
        long function = call.word(3);
        long event =
                function == 0
                        ? event(call, driver, queue, 7, ClCommandType.CL_COMMAND_SVM_FREE)
                        : driver.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_SVM_FREE);
        try {
            if (function == 0) {
                driver.clEnqueueSVMFree(queue, pointers, waits, event);
            } else {
                driver.clEnqueueMarkerWithWaitList(queue, waits, event);
                driver.clSetEventCallback(
                        event, 0, Notifications.ofFreed(call, function, pointers), call.word(4));
            }
        } catch (RuntimeException refused) {
            call.abandon(driver, event);
            throw refused;
        }
        if (call.word(7) == 0) {
            call.abandon(driver, event);
            return ClResult.CL_SUCCESS.value();
        }
        return call.giveEvent(7, event, call.word(0));
    }

    public static long clEnqueueSVMMigrateMem(CCall call, OpenClDriver driver) {
        long queue = queue(call);
        long[] pointers = call.words(1, 2);
        long[] sizes = call.word(3) == 0 ? new long[0] : call.words(1, 3);
        long[] waits = waits(call, 5);
        long event = event(call, driver, queue, 7, ClCommandType.CL_COMMAND_SVM_MIGRATE_MEM);
        try {
            driver.clEnqueueSVMMigrateMem(queue, pointers, sizes, call.word(4), waits, event);
        } catch (RuntimeException refused) {
            call.abandon(driver, event);
            throw refused;
        }
        return call.giveEvent(7, event, call.word(0));
    }

    public static long clSetKernelExecInfo(CCall call, OpenClDriver driver) {
        long kernel = call.name(0, OpenClHandles.KERNEL, ClResult.CL_INVALID_KERNEL);
        ClKernelExecInfo property = call.known(ClKernelExecInfo.find(call.number(1)));
        driver.clSetKernelExecInfo(kernel, property, call.memory(3, call.word(2)));
        return ClResult.CL_SUCCESS.value();
    }

    private static long queue(CCall call) {
        return call.name(0, OpenClHandles.COMMAND_QUEUE, ClResult.CL_INVALID_COMMAND_QUEUE);
    }

    private static long[] waits(CCall call, int lengthAt) {
        return call.names(
                lengthAt, lengthAt + 1, OpenClHandles.EVENT, ClResult.CL_INVALID_EVENT_WAIT_LIST);
    }

    private static long event(
            CCall call, OpenClDriver driver, long queue, int k, ClCommandType type) {
        return call.word(k) == 0 ? 0 : driver.clCreateEventHIRA(queue, type);
    }

    // --- programs

    public static long clCreateProgramWithSource(CCall call, OpenClDriver driver) {
        long context = call.name(0, OpenClHandles.CONTEXT, ClResult.CL_INVALID_CONTEXT);
        long name = driver.clCreateProgramWithSource(context, call.texts(1, 2, call.word(3)));
        return call.created(OpenClHandles.PROGRAM, name, call.word(0));
    }

    public static long clCreateProgramWithBinary(CCall call, OpenClDriver driver) {
        long context = call.name(0, OpenClHandles.CONTEXT, ClResult.CL_INVALID_CONTEXT);
        long[] devices = call.names(1, 2, CCall.DEVICE, ClResult.CL_INVALID_DEVICE);
        long[] lengths = call.words(1, 3);
        MemorySegment all = MemorySegment.ofArray(new byte[Math.toIntExact(sum(lengths))]);
        long at = 0;
        for (int i = 0; i < lengths.length; i++) {
            long binary = NativeMemory.word(call.memory(4, 8L * lengths.length).address() + 8L * i);
            if (binary == 0 || lengths[i] == 0) {
                status(call, lengths.length, ClResult.CL_INVALID_VALUE);
                throw new OpenClException(ClResult.CL_INVALID_VALUE, "a binary is empty");
            }
            MemorySegment.copy(NativeMemory.at(binary, lengths[i]), 0, all, at, lengths[i]);
            at += lengths[i];
        }
        try {
            long name = driver.clCreateProgramWithBinary(context, devices, lengths, all);
            status(call, lengths.length, ClResult.CL_SUCCESS);
            return call.created(OpenClHandles.PROGRAM, name, call.word(0));
        } catch (OpenClException refused) {
            status(call, lengths.length, ClResult.CL_INVALID_BINARY);
            throw refused;
        }
    }

    private static long sum(long[] lengths) {
        return Arrays.stream(lengths).reduce(0, Math::addExact);
    }

    private static void status(CCall call, int count, ClResult status) {
        for (int i = 0; call.word(5) != 0 && i < count; i++) {
            NativeMemory.setNumber(call.word(5) + 4L * i, status.value());
        }
    }

    public static long clBuildProgram(CCall call, OpenClDriver driver) {
        long[] devices = call.names(1, 2, CCall.DEVICE, ClResult.CL_INVALID_DEVICE);
        String options = call.textOrEmpty(3);
        long program = withIncludes(call, driver, options, List.of());
        build(call, 4, () -> driver.clBuildProgram(program, devices, options));
        return 0;
    }

    public static long clCompileProgram(CCall call, OpenClDriver driver) {
        long[] devices = call.names(1, 2, CCall.DEVICE, ClResult.CL_INVALID_DEVICE);
        String options = call.textOrEmpty(3);
        long[] headers = call.names(4, 5, OpenClHandles.PROGRAM, ClResult.CL_INVALID_PROGRAM);
        List<String> names = call.texts(4, 6, 0);
        long program = withIncludes(call, driver, options, names);
        build(call, 7, () -> driver.clCompileProgram(program, devices, options, headers, names));
        return 0;
    }

    /**
     * Returns the program to build. When its source includes files of the program's folders, it is
     * another program at the driver, with the files' texts, behind the same handle.
     */
    private static long withIncludes(
            CCall call, OpenClDriver driver, String options, List<String> given) {
        long name = program(call);
        MemorySegment source = read(driver, name, ClProgramInfo.CL_PROGRAM_SOURCE);
        String text = source.byteSize() == 0 ? "" : source.getString(0);
        String expanded = new Includes(options, given).expand(text);
        if (expanded.equals(text)) {
            return name;
        }
        MemorySegment context = read(driver, name, ClProgramInfo.CL_PROGRAM_CONTEXT);
        long other =
                driver.clCreateProgramWithSource(
                        context.get(ValueLayout.JAVA_LONG_UNALIGNED, 0), List.of(expanded));
        call.objects().rename(call.word(0), other);
        driver.clReleaseProgram(name);
        return other;
    }

    /** Builds, and tells the program that the build has ended, well or not. */
    private static void build(CCall call, int notifyAt, Runnable build) {
        checkNotify(call, notifyAt);
        try {
            build.run();
        } catch (OpenClException failure) {
            if (failure.error() == ClResult.CL_BUILD_PROGRAM_FAILURE
                    || failure.error() == ClResult.CL_COMPILE_PROGRAM_FAILURE) {
                Notifications.object(call.word(notifyAt), call.word(0), call.word(notifyAt + 1));
            }
            throw failure;
        }
        Notifications.object(call.word(notifyAt), call.word(0), call.word(notifyAt + 1));
    }

    public static long clLinkProgram(CCall call, OpenClDriver driver) {
        long context = call.name(0, OpenClHandles.CONTEXT, ClResult.CL_INVALID_CONTEXT);
        long[] devices = call.names(1, 2, CCall.DEVICE, ClResult.CL_INVALID_DEVICE);
        long[] inputs = call.names(4, 5, OpenClHandles.PROGRAM, ClResult.CL_INVALID_PROGRAM);
        long name = driver.clLinkProgram(context, devices, call.textOrEmpty(3), inputs);
        long program = call.created(OpenClHandles.PROGRAM, name, call.word(0));
        Notifications.object(call.word(6), program, call.word(7));
        return program;
    }

    private static long program(CCall call) {
        return call.name(0, OpenClHandles.PROGRAM, ClResult.CL_INVALID_PROGRAM);
    }

    public static long clUnloadCompiler(CCall call, OpenClDriver driver) {
        return ClResult.CL_SUCCESS.value();
    }

    public static long clGetProgramInfo(CCall call, OpenClDriver driver) {
        long program = program(call);
        ClProgramInfo property = call.known(ClProgramInfo.find(call.number(1)));
        @Nullable MemorySegment value = call.infoValue(3, call.word(2));
        if (property == ClProgramInfo.CL_PROGRAM_BINARIES) {
            return binaries(call, driver, program, value);
        }
        long needed = driver.clGetProgramInfo(program, property, CCall.size(value), value);
        return call.info(3, property.value(), value, needed);
    }

    /** The program passes an address for the binary of each device; NULL skips it. */
    private static long binaries(
            CCall call, OpenClDriver driver, long program, @Nullable MemorySegment value) {
        MemorySegment sizes = read(driver, program, ClProgramInfo.CL_PROGRAM_BINARY_SIZES);
        if (value != null) {
            if (value.byteSize() < sizes.byteSize()) {
                throw new OpenClException(
                        ClResult.CL_INVALID_VALUE, "there is no room for all addresses");
            }
            MemorySegment all = read(driver, program, ClProgramInfo.CL_PROGRAM_BINARIES);
            long at = 0;
            for (long k = 0; k < sizes.byteSize(); k += Long.BYTES) {
                long size = sizes.get(ValueLayout.JAVA_LONG_UNALIGNED, k);
                long target = value.get(ValueLayout.JAVA_LONG_UNALIGNED, k);
                if (target != 0) {
                    MemorySegment.copy(all, at, NativeMemory.at(target, size), 0, size);
                }
                at += size;
            }
        }
        return call.info(3, 0, value, sizes.byteSize());
    }

    private static MemorySegment read(OpenClDriver driver, long program, ClProgramInfo property) {
        long size = driver.clGetProgramInfo(program, property, 0, null);
        MemorySegment value = MemorySegment.ofArray(new byte[Math.toIntExact(size)]);
        driver.clGetProgramInfo(program, property, size, value);
        return value;
    }

    // --- kernels

    public static long clCreateKernelsInProgram(CCall call, OpenClDriver driver) {
        long[] kernels = driver.clCreateKernelsInProgram(program(call));
        int room = call.number(1);
        boolean wanted = call.word(2) != 0;
        boolean fits = !wanted || room >= kernels.length;
        for (int i = 0; i < kernels.length; i++) {
            if (wanted && fits) {
                long handle = call.created(OpenClHandles.KERNEL, kernels[i], call.word(0));
                NativeMemory.setWord(call.word(2) + 8L * i, handle);
            } else {
                driver.clReleaseKernel(kernels[i]);
            }
        }
        if (!fits) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "there is no room for " + kernels.length);
        }
        if (call.word(3) != 0) {
            NativeMemory.setNumber(call.word(3), kernels.length);
        }
        return 0;
    }

    /** A memory object or a sampler is passed by its handle; the driver knows its name. */
    public static long clSetKernelArg(CCall call, OpenClDriver driver) {
        long kernel = call.name(0, OpenClHandles.KERNEL, ClResult.CL_INVALID_KERNEL);
        long size = call.word(2);
        if (call.word(3) != 0 && (size < 0 || size > MOST_ARGUMENT_BYTES)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_ARG_SIZE,
                    "argument "
                            + call.number(1)
                            + " has "
                            + Long.toUnsignedString(size)
                            + " bytes; all parameters of a kernel have "
                            + MOST_ARGUMENT_BYTES
                            + " together");
        }
        @Nullable MemorySegment value = call.memoryOrNull(3, size);
        if (value != null && size == Long.BYTES) {
            long handle = value.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            if (call.objects().is(handle, OpenClHandles.MEM)
                    || call.objects().is(handle, OpenClHandles.SAMPLER)) {
                value = MemorySegment.ofArray(new long[] {call.objects().name(handle)});
            }
        }
        driver.clSetKernelArg(kernel, call.number(1), size, value);
        return 0;
    }

    // --- events

    public static long clSetEventCallback(CCall call, OpenClDriver driver) {
        long event = call.name(0, OpenClHandles.EVENT, ClResult.CL_INVALID_EVENT);
        long function = call.present(2);
        driver.clSetEventCallback(
                event, call.number(1), Notifications.ofEvent(call, function), call.word(3));
        return 0;
    }

    // --- functions

    public static long clGetExtensionFunctionAddress(CCall call, OpenClDriver driver) {
        return call.functions().applyAsLong(call.text(0));
    }

    public static long clGetExtensionFunctionAddressForPlatform(CCall call, OpenClDriver driver) {
        return call.functions().applyAsLong(call.text(1));
    }
}
