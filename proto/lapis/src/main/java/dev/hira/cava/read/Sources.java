package dev.hira.cava.read;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.hira.cava.type.ObjectPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The source position of each element of the files, and the comment above it. */
final class Sources {
    private final Map<String, Map<List<Integer>, Location>> files = new HashMap<>();

    Sources(Iterable<FileDescriptorProto> protos) {
        for (FileDescriptorProto proto : protos) {
            Map<List<Integer>, Location> locations = new HashMap<>();
            for (Location location : proto.getSourceCodeInfo().getLocationList()) {
                locations.putIfAbsent(location.getPathList(), location);
            }
            files.put(proto.getName(), locations);
        }
    }

    ObjectPlace place(GenericDescriptor element) {
        Location location = location(element);
        int line = location == null ? 1 : location.getSpan(0) + 1;
        return new ObjectPlace(element.getFile().getName(), line);
    }

    /**
     * Returns the comment above an element, or else the one behind it, without the first blank of
     * each line.
     */
    String comment(GenericDescriptor element) {
        Location location = location(element);
        if (location == null) {
            return "";
        }
        String above = location.getLeadingComments();
        String text = above.isBlank() ? location.getTrailingComments() : above;
        return String.join("\n", text.lines().map(String::strip).toList()).strip();
    }

    private @Nullable Location location(GenericDescriptor element) {
        Map<List<Integer>, Location> locations = files.get(element.getFile().getName());
        return locations == null ? null : locations.get(path(element));
    }

    private static List<Integer> path(GenericDescriptor element) {
        return switch (element) {
            case FileDescriptor _ -> List.of();
            case ServiceDescriptor service -> List.of(6, service.getIndex());
            case MethodDescriptor method -> inside(method.getService(), 2, method.getIndex());
            case Descriptor message -> messagePath(message);
            case FieldDescriptor field -> inside(field.getContainingType(), 2, field.getIndex());
            case EnumDescriptor type -> enumPath(type);
            case EnumValueDescriptor value -> inside(value.getType(), 2, value.getIndex());
            default -> List.of();
        };
    }

    private static List<Integer> messagePath(Descriptor message) {
        Descriptor outer = message.getContainingType();
        return outer == null
                ? List.of(4, message.getIndex())
                : inside(outer, 3, message.getIndex());
    }

    private static List<Integer> enumPath(EnumDescriptor type) {
        Descriptor outer = type.getContainingType();
        return outer == null ? List.of(5, type.getIndex()) : inside(outer, 4, type.getIndex());
    }

    private static List<Integer> inside(GenericDescriptor outer, int kind, int index) {
        List<Integer> path = new ArrayList<>(path(outer));
        path.add(kind);
        path.add(index);
        return path;
    }
}
