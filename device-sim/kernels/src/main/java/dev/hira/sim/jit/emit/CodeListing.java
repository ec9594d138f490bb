package dev.hira.sim.jit.emit;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Produces readable listings of generated classes: labels are numbered, lines are those of the
 * kernel.
 */
final class CodeListing {
    private final StringBuilder out = new StringBuilder();
    private final Map<Label, Integer> labels = new HashMap<>();

    /** Labels that are the target of a jump. */
    private final Set<Label> targets = new HashSet<>();

    private CodeListing() {}

    /** Returns the listing of a class. */
    static String of(byte[] bytes) {
        CodeListing listing = new CodeListing();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            method.code().ifPresent(code -> listing.add(method, code));
        }
        return listing.out.toString();
    }

    private void add(MethodModel method, CodeModel code) {
        labels.clear();
        targets.clear();
        code.forEach(this::collect);
        code.exceptionHandlers().forEach(handler -> targets.add(handler.handler()));
        out.append(method.methodName().stringValue())
                .append(' ')
                .append(method.methodTypeSymbol().displayDescriptor())
                .append('\n');
        code.forEach(this::add);
        out.append('\n');
    }

    private void collect(CodeElement element) {
        switch (element) {
            case BranchInstruction branch -> targets.add(branch.target());
            case TableSwitchInstruction choice -> {
                targets.add(choice.defaultTarget());
                choice.cases().forEach(one -> targets.add(one.target()));
            }
            default -> {}
        }
    }

    private void add(CodeElement element) {
        switch (element) {
            case LineNumber line -> out.append("  line ").append(line.line()).append('\n');
            case LabelTarget target when targets.contains(target.label()) ->
                    out.append("  ").append(name(target.label())).append(":\n");
            case ExceptionCatch caught -> add("catch", name(caught.handler()));
            case java.lang.classfile.Instruction instruction ->
                    add(opcode(instruction), operands(instruction));
            default -> {}
        }
    }

    private void add(String what, String operands) {
        out.append("    ").append(what);
        if (!operands.isEmpty()) {
            out.append(' ').append(operands);
        }
        out.append('\n');
    }

    private static String opcode(java.lang.classfile.Instruction instruction) {
        return switch (instruction) {
            case ConstantInstruction _ -> "push";
            case LoadInstruction load -> load.typeKind().name().toLowerCase(Locale.ROOT) + " load";
            case StoreInstruction store ->
                    store.typeKind().name().toLowerCase(Locale.ROOT) + " store";
            default -> instruction.opcode().name().toLowerCase(Locale.ROOT);
        };
    }

    private String operands(java.lang.classfile.Instruction instruction) {
        return switch (instruction) {
            case ConstantInstruction constant -> String.valueOf(constant.constantValue());
            case LoadInstruction load -> "" + load.slot();
            case StoreInstruction store -> "" + store.slot();
            case IncrementInstruction increment -> increment.slot() + " " + increment.constant();
            case BranchInstruction branch -> name(branch.target());
            case FieldInstruction field ->
                    simple(field.owner().asSymbol()) + "." + field.name().stringValue();
            case InvokeInstruction call ->
                    simple(call.owner().asSymbol())
                            + "."
                            + call.name().stringValue()
                            + call.typeSymbol().displayDescriptor();
            case TableSwitchInstruction choice -> {
                StringBuilder all = new StringBuilder();
                choice.cases()
                        .forEach(one ->
                                all.append(one.caseValue())
                                        .append(": ")
                                        .append(name(one.target()))
                                        .append(", "));
                yield all.append("else ").append(name(choice.defaultTarget())).toString();
            }
            default -> "";
        };
    }

    private static String simple(ClassDesc type) {
        return type.displayName();
    }

    private String name(Label label) {
        return "L" + labels.computeIfAbsent(label, _ -> labels.size() + 1);
    }
}
