package dev.hira.cava.read;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.model.Resource;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.HandleKind;
import dev.hira.lapis.v1.Lapis;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one API: its service, its callbacks and the enums of the files that it imports. */
final class ApiReader {
    private final ServiceDescriptor service;
    private final List<ServiceDescriptor> callbackServices;
    private final Sources sources;
    private final Problems problems;
    private final dev.hira.lapis.v1.Api api;

    ApiReader(
            ServiceDescriptor service,
            List<ServiceDescriptor> callbackServices,
            Sources sources,
            Problems problems) {
        this.service = service;
        this.callbackServices = callbackServices;
        this.sources = sources;
        this.problems = problems;
        this.api = service.getOptions().getExtension(Lapis.api);
    }

    Optional<Api> read() {
        List<HandleKind> handles = handles();
        TypeReader types = new TypeReader(sources, problems, handles);
        Optional<EnumType> errors = readEnums(types);
        if (errors.isEmpty()) {
            report(
                    "the API has no list of error codes; mark one enum with option"
                            + " (hira.lapis.v1.error_codes) = true");
            return Optional.empty();
        }
        List<Resource> resources = resources();
        List<CallbackType> callbacks = callbacks(types);
        FunctionReader reader =
                new FunctionReader(sources, problems, types, errors.get(), resources, callbacks);
        List<ApiFunction> functions = new ArrayList<>();
        for (MethodDescriptor method : service.getMethods()) {
            reader.read(method).ifPresent(functions::add);
        }
        return Optional.of(
                new Api(
                        api.getId(),
                        service.getName(),
                        api.getInterface(),
                        api.getPrefix(),
                        api.getJavaPackage(),
                        errors.get(),
                        refused(errors.get()),
                        handles,
                        resources,
                        functions,
                        callbacks,
                        types.enums(),
                        types.structs(),
                        Digest.of(files().stream().map(FileDescriptor::toProto).toList()),
                        sources.comment(service),
                        sources.place(service)));
    }

    /** Reads all enums of the files that the service uses, so that expressions can name them. */
    private Optional<EnumType> readEnums(TypeReader types) {
        Optional<EnumType> errors = Optional.empty();
        for (FileDescriptor file : files()) {
            for (EnumDescriptor descriptor : file.getEnumTypes()) {
                EnumType type = types.enumType(descriptor);
                if (type.errors() && errors.isPresent()) {
                    problems.report(
                            type.place(),
                            "the enum "
                                    + type.name()
                                    + " is a second list of error codes beside "
                                    + errors.get().name()
                                    + "; keep one");
                } else if (type.errors()) {
                    errors = Optional.of(type);
                }
            }
        }
        return errors;
    }

    private Set<FileDescriptor> files() {
        Set<FileDescriptor> files = new LinkedHashSet<>();
        collect(service.getFile(), files);
        files.removeIf(f -> f.getPackage().startsWith("google.protobuf"));
        files.removeIf(f -> f.getPackage().startsWith("hira.lapis"));
        return files;
    }

    private static void collect(FileDescriptor file, Set<FileDescriptor> files) {
        if (files.add(file)) {
            file.getDependencies().forEach(f -> collect(f, files));
        }
    }

    private EnumType.Constant refused(EnumType errors) {
        if (api.getRefused().isEmpty()) {
            return errors.constants().get(Math.min(1, errors.constants().size() - 1));
        }
        Optional<EnumType.Constant> found = errors.constant(api.getRefused());
        if (found.isEmpty()) {
            report("refused names '" + api.getRefused() + "', which " + errors.name() + " lacks");
        }
        return found.orElse(errors.constants().getFirst());
    }

    private List<HandleKind> handles() {
        List<HandleKind> handles = new ArrayList<>();
        for (dev.hira.lapis.v1.HandleType handle : api.getHandlesList()) {
            handles.add(
                    new HandleKind(
                            handle.getName(),
                            handles.size() + 1,
                            orNull(handle.getParent()),
                            orNull(handle.getParentFrom()),
                            handle.getAddress(),
                            handle.getAlignment(),
                            handle.getPredefinedList(),
                            handle.getCounted(),
                            orNull(handle.getInvalid()),
                            orNull(handle.getState().getRead()),
                            orNull(handle.getState().getWrite())));
        }
        return handles;
    }

    private List<Resource> resources() {
        List<Resource> resources = new ArrayList<>();
        for (dev.hira.lapis.v1.Resource resource : api.getResourcesList()) {
            if (resource.getKind() == dev.hira.lapis.v1.Resource.Kind.KIND_UNSPECIFIED) {
                report(
                        "the resource '"
                                + resource.getName()
                                + "' has no kind; say INSTANTANEOUS or CONTINUOUS");
            }
            resources.add(
                    new Resource(
                            resources.size(),
                            resource.getName(),
                            resource.getKind() == dev.hira.lapis.v1.Resource.Kind.CONTINUOUS,
                            resource.getUnit(),
                            orNull(resource.getExhausted()),
                            resource.getPerCall(),
                            role(resource)));
        }
        return resources;
    }

    private static Resource.Role role(dev.hira.lapis.v1.Resource resource) {
        return resource.getRole() == dev.hira.lapis.v1.Resource.Role.ROLE_UNSPECIFIED
                ? Resource.Role.NONE
                : Resource.Role.valueOf(resource.getRole().name());
    }

    private List<CallbackType> callbacks(TypeReader types) {
        List<CallbackType> callbacks = new ArrayList<>();
        for (ServiceDescriptor callbackService : callbackServices) {
            for (MethodDescriptor method : callbackService.getMethods()) {
                callbacks.add(
                        new CallbackType(
                                method.getName(),
                                method.getOptions().getExtension(Lapis.fn).getId(),
                                types.fields(method.getInputType()),
                                sources.comment(method),
                                sources.place(method)));
                if (!method.getOutputType().getFields().isEmpty()) {
                    problems.report(
                            sources.place(method),
                            "the callback "
                                    + method.getName()
                                    + " returns values, which callbacks cannot; let it return an"
                                    + " empty message");
                }
            }
        }
        return callbacks;
    }

    private void report(String sentence) {
        problems.report(sources.place(service), sentence);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
