package dev.hira.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The allowed dependencies between modules, as ARCHITECTURE.md states them. */
@AnalyzeClasses(packages = "dev.hira", importOptions = ImportOption.DoNotIncludeTests.class)
final class ModuleDirectionsTest {
    private static final String[] TRANSPORT = {
        "io.grpc..", "io.netty..", "com.google.protobuf..", "dev.hira.wire.."
    };

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
                            "dev.hira.api..catalog..")
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
                    .should()
                    .accessField(System.class, "out");
}
