package dev.hira.router.operator.admin;

import dev.hira.admin.v1.DeleteClassRequest;
import dev.hira.admin.v1.DeleteClassResponse;
import dev.hira.admin.v1.GetClassRequest;
import dev.hira.admin.v1.ListClassesRequest;
import dev.hira.admin.v1.ListClassesResponse;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.VmClass;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.router.operator.admin.GrantsDesk.Renaming;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The admin service's requests about classes of VMs. */
final class ClassAdmin {
    private final GrantsDesk desk;

    ClassAdmin(GrantsDesk desk) {
        this.desk = desk;
    }

    ListClassesResponse list(ListClassesRequest request) {
        GrantsState state = desk.state();
        Page<String> page =
                Page.of(
                        new TreeMap<>(state.classes())
                                .tailMap(request.getPageToken(), false).keySet().stream(),
                        Page.size(request.getPageSize()),
                        name -> name);
        ListClassesResponse.Builder classes =
                ListClassesResponse.newBuilder().setNextPageToken(page.next());
        page.items().forEach(name -> classes.addClasses(message(name, state)));
        return classes.build();
    }

    VmClass get(GetClassRequest request) {
        GrantsState state = desk.state();
        requireKnown(request.getName(), state);
        return message(request.getName(), state);
    }

    VmClass set(SetClassRequest request) {
        String name = request.getName();
        GrantEdit edit = GrantEdit.of(request.getGrant(), request.getUpdateMask());
        GrantsState state =
                desk.change(
                        request.getVersion(),
                        about(name),
                        before -> before.withClass(name, edit.apply(grant(name, before))));
        return message(name, state);
    }

    DeleteClassResponse delete(DeleteClassRequest request) {
        String name = request.getName();
        GrantsState state =
                desk.change(
                        request.getVersion(),
                        about(name),
                        before -> {
                            requireKnown(name, before);
                            requireUnused(name, before);
                            return before.withClass(name, null);
                        });
        return DeleteClassResponse.newBuilder().setVersion(state.version()).build();
    }

    /** Requires that there is a class of this name. */
    static void requireKnown(String name, GrantsState state) {
        if (!state.classes().containsKey(name) && !name.equals(GrantsState.DEFAULT)) {
            throw AdminErrors.notFound("class", name, there(state));
        }
    }

    private static void requireUnused(String name, GrantsState state) {
        List<String> members = members(name, state);
        if (name.equals(GrantsState.DEFAULT)) {
            throw AdminErrors.precondition(
                    "DEFAULT_CLASS",
                    "the class 'default' is for all VMs without another class; it can be changed"
                            + " but not deleted");
        }
        if (!members.isEmpty()) {
            throw AdminErrors.precondition(
                    "CLASS_IN_USE",
                    "the class '"
                            + name
                            + "' has "
                            + members.size()
                            + (members.size() == 1 ? " VM, '" : " VMs, among them '")
                            + members.getFirst()
                            + "'; assign "
                            + (members.size() == 1
                                    ? "it to another class"
                                    : "them to other classes")
                            + " first");
        }
    }

    private static Grant grant(String name, GrantsState state) {
        @Nullable Grant known = state.classes().get(name);
        return known == null ? Grant.STANDARD : known;
    }

    private static Renaming about(String name) {
        return new Renaming("classes[" + name + "]", "grant", "name");
    }

    private static String there(GrantsState state) {
        return "there are " + String.join(", ", new TreeSet<>(state.classes().keySet()));
    }

    private static List<String> members(String name, GrantsState state) {
        return state.members().entrySet().stream()
                .filter(member -> member.getValue().equals(name))
                .map(member -> member.getKey())
                .sorted()
                .toList();
    }

    private static VmClass message(String name, GrantsState state) {
        return VmClass.newBuilder()
                .setName(name)
                .setGrant(GrantMessages.message(grant(name, state)))
                .setMembers(members(name, state).size())
                .setVersion(state.version())
                .build();
    }
}
