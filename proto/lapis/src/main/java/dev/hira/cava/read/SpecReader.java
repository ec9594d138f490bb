package dev.hira.cava.read;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.hira.cava.model.Api;
import dev.hira.lapis.v1.Lapis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the descriptions of APIs from protoc's descriptors. */
public final class SpecReader {
    private final Sources sources;
    private final Problems problems;
    private final List<FileDescriptorProto> protos;
    private final Map<String, FileDescriptor> files = new LinkedHashMap<>();

    /**
     * @param protos all files, each after its imports
     */
    public SpecReader(List<FileDescriptorProto> protos, Problems problems) {
        this.protos = protos;
        this.sources = new Sources(protos);
        this.problems = problems;
    }

    /**
     * Returns the APIs whose services lie in these files. Unreadable parts are reported and left
     * out.
     */
    public List<Api> read(Set<String> wanted) {
        link();
        List<Api> apis = new ArrayList<>();
        for (ServiceDescriptor service : services()) {
            boolean isApi = service.getOptions().hasExtension(Lapis.api);
            if (isApi && wanted.contains(service.getFile().getName())) {
                new ApiReader(service, callbacksOf(service), sources, problems)
                        .read()
                        .ifPresent(apis::add);
            }
        }
        checkCallbackServices(wanted);
        return apis;
    }

    private void link() {
        for (FileDescriptorProto proto : protos) {
            FileDescriptor[] imports =
                    proto.getDependencyList().stream()
                            .map(files::get)
                            .toArray(FileDescriptor[]::new);
            try {
                files.put(proto.getName(), FileDescriptor.buildFrom(proto, imports));
            } catch (DescriptorValidationException e) {
                throw new IllegalArgumentException(
                        "protoc passed on the file " + proto.getName() + ", which is not valid", e);
            }
        }
    }

    private List<ServiceDescriptor> services() {
        return files.values().stream().flatMap(f -> f.getServices().stream()).toList();
    }

    private List<ServiceDescriptor> callbacksOf(ServiceDescriptor api) {
        return services().stream()
                .filter(s -> callbacksOption(s).equals(api.getFullName()))
                .toList();
    }

    private void checkCallbackServices(Set<String> wanted) {
        for (ServiceDescriptor service : services()) {
            String api = callbacksOption(service);
            boolean known =
                    services().stream()
                            .anyMatch(s ->
                                    s.getFullName().equals(api)
                                            && s.getOptions().hasExtension(Lapis.api));
            if (!api.isEmpty() && !known && wanted.contains(service.getFile().getName())) {
                problems.report(
                        sources.place(service),
                        "callbacks_of names '"
                                + api
                                + "', which is not a service with the option api; write the full"
                                + " protobuf name of the API's service");
            }
        }
    }

    private static String callbacksOption(ServiceDescriptor service) {
        return service.getOptions().getExtension(Lapis.callbacksOf);
    }
}
