package dev.hira.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The allowed dependencies between modules, as ARCHITECTURE.md states them. */
@AnalyzeClasses(packages = "dev.hira", importOptions = ImportOption.DoNotIncludeTests.class)
final class ModuleDirectionsTest {
    private static final String[] TRANSPORT = {
        "io.grpc..", "io.netty..", "com.google.protobuf..", "dev.hira.wire..", "dev.hira.link.."
    };

    private static final String[] KERNELS = {
        "dev.hira.sim.builtin..",
        "dev.hira.sim.check..",
        "dev.hira.sim.code..",
        "dev.hira.sim.cores..",
        "dev.hira.sim.interpret..",
        "dev.hira.sim.jit..",
        "dev.hira.sim.kernel..",
        "dev.hira.sim.launch..",
        "dev.hira.sim.lower..",
        "dev.hira.sim.ops..",
        "dev.hira.sim.run..",
        "dev.hira.sim.simt.."
    };

    private static final long MOST_TYPES = 32;

    @ArchTest
    static final ArchRule baseDependsOnTheJdkOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.base..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.hira.base..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule apiDependsOnTheJdkAndBaseOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.api..")
                    .and()
                    .resideOutsideOfPackages(
                            "dev.hira.api..stub..",
                            "dev.hira.api..dispatch..",
                            "dev.hira.api..catalog..",
                            "dev.hira.api..entry..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "javax..",
                            "dev.hira.base..",
                            "dev.hira.api..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule policyDependsOnTheJdkAndBaseOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.policy..")
                    .and()
                    .resideOutsideOfPackage("dev.hira.policy.rules..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.hira.base..",
                            "dev.hira.policy..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    /** The rule language returns lists of Guava. */
    @ArchTest
    static final ArchRule rulesAlsoDependOnTheirLanguage =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.policy.rules..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.hira.base..",
                            "dev.hira.policy..",
                            "dev.cel..",
                            "com.google.common.collect..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule deviceDependsOnTheApiAndBaseOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.sim..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "jdk..",
                            "javax.management..",
                            "dev.hira.sim..",
                            "dev.hira.base..",
                            "dev.hira.api..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule deviceKnowsNoTransport =
            noClasses()
                    .that()
                    .resideInAPackage("dev.hira.sim..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(TRANSPORT);

    @ArchTest
    static final ArchRule nothingDependsOnTheRouter =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.hira.router..",
                            "dev.hira.cli..",
                            "dev.hira.lab..",
                            "dev.hira.bench..",
                            "dev.hira.api..catalog..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.hira.router..");

    @ArchTest
    static final ArchRule nothingDependsOnTheServer =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.hira.server..",
                            "dev.hira.cli..",
                            "dev.hira.bench..",
                            "dev.hira.api..dispatch..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.hira.server..");

    @ArchTest
    static final ArchRule guestKnowsNeitherRouterNorServerNorDevice =
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.hira.guest..", "dev.hira.api..stub..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hira.router..",
                            "dev.hira.server..",
                            "dev.hira.sim..",
                            "dev.hira.policy..");

    @ArchTest
    static final ArchRule galleryKnowsTheIdiomaticLayerOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.gallery..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.hira.gallery..",
                            "dev.hira.guest.gpu..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule wireKnowsNoApi =
            noClasses()
                    .that()
                    .resideInAPackage("dev.hira.wire..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hira.api..",
                            "dev.hira.lapis..",
                            "dev.hira.cava..",
                            "dev.hira.guest..");

    @ArchTest
    static final ArchRule onlyTheCommandLinePrints =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.hira.cli..", "dev.hira.bench..", "dev.hira.cava..")
                    .and()
                    .doNotHaveFullyQualifiedName("dev.hira.api.ProgramOutput") // kernels' text
                    .should()
                    .accessField(System.class, "out");

    @ArchTest
    static final ArchRule ptxDependsOnTheJdkOnly =
            classes()
                    .that()
                    .resideInAPackage("dev.hira.sim.ptx..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.hira.sim.ptx..",
                            "org.jspecify..",
                            "com.google.errorprone.annotations..");

    /** Kernels can serve any API and any model of a device. */
    @ArchTest
    static final ArchRule kernelsKnowNeitherApisNorDevices =
            noClasses()
                    .that()
                    .resideInAnyPackage(KERNELS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hira.api..",
                            "dev.hira.sim",
                            "dev.hira.sim.clock..",
                            "dev.hira.sim.device..",
                            "dev.hira.sim.driver..",
                            "dev.hira.sim.engine..",
                            "dev.hira.sim.memory..",
                            "dev.hira.sim.profile..",
                            "dev.hira.sim.work..");

    @ArchTest
    static final ArchRule wireKnowsNoTransport =
            noClasses()
                    .that()
                    .resideInAPackage("dev.hira.wire..")
                    .and()
                    .resideOutsideOfPackage("..v1..") // the services' stubs
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.grpc..", "io.netty.channel..", "dev.hira.link..");

    @ArchTest
    static final ArchRule linksKnowNeitherApisNorSessions =
            noClasses()
                    .that()
                    .resideInAPackage("dev.hira.link..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hira.api..",
                            "dev.hira.guest..",
                            "dev.hira.router..",
                            "dev.hira.server..",
                            "dev.hira.policy..");

    /** Drivers are found by name, so a server may host any, or none that is simulated. */
    @ArchTest
    static final ArchRule serverKnowsNoDriver =
            noClasses()
                    .that()
                    .resideInAPackage("dev.hira.server..")
                    .and()
                    .resideOutsideOfPackage("dev.hira.server.host.sim..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.hira.sim..", "dev.hira.server.host.sim..");

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().matching("dev.hira.(**)").should().beFreeOfCycles();

    /** A package of more types wants to be split by subject. */
    @ArchTest
    static void packagesHaveOneSubject(JavaClasses classes) {
        Map<String, Long> sizes =
                classes.stream()
                        .filter(type -> type.isTopLevelClass() && isWritten(type))
                        .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
        assertThat(sizes)
                .isNotEmpty()
                .allSatisfy(
                        (name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }

    /** A reader of a module must not have to ask which of two types a name means. */
    @ArchTest
    static void namesAreUniqueWithinAModule(JavaClasses classes) {
        Map<String, List<String>> packages =
                classes.stream()
                        .filter(type -> type.isTopLevelClass() && isWritten(type))
                        .collect(
                                groupingBy(
                                        type -> module(type) + type.getSimpleName(),
                                        TreeMap::new,
                                        mapping(JavaClass::getPackageName, toList())));
        assertThat(packages).isNotEmpty();
        packages.values().removeIf(found -> found.size() == 1);
        assertThat(packages).isEmpty();
    }

    /** Returns the folder or archive that a type was read from, which belongs to one module. */
    private static String module(JavaClass type) {
        String place = type.getSource().orElseThrow().getUri().toString();
        return place.substring(0, place.indexOf("/dev/hira/") + 1);
    }

    /** Generated code lies below dev.hira.api and in the packages of the messages. */
    private static boolean isWritten(JavaClass type) {
        String name = type.getPackageName();
        return !name.startsWith("dev.hira.api.")
                && !name.endsWith(".v1")
                && !type.getSimpleName().equals("package-info");
    }
}
