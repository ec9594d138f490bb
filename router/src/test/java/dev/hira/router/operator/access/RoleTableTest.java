package dev.hira.router.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.base.tls.PeerRole;
import io.grpc.MethodDescriptor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each call of the admin service has a role. */
final class RoleTableTest {
    private static List<String> calls() {
        return AdminServiceGrpc.getServiceDescriptor().getMethods().stream()
                .map(MethodDescriptor::getBareMethodName)
                .toList();
    }

    @Test
    void shouldHaveARoleForEachCall() {
        assertThat(calls())
                .isNotEmpty()
                .allSatisfy(call -> assertThat(RoleTable.has(call)).as(call).isTrue());
    }

    @Test
    void shouldLetViewersOnlyLook() {
        assertThat(calls())
                .filteredOn(call -> RoleTable.least(call) == PeerRole.VIEWER)
                .allMatch(call -> call.matches("(Get|List|Compare|Export|Watch)\\w+"));
    }

    @Test
    void shouldLeaveAnUnknownCallToAdmins() {
        assertThat(RoleTable.least("DropEverything")).isEqualTo(PeerRole.ADMIN);
    }
}
