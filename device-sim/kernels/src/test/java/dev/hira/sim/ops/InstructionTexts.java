package dev.hira.sim.ops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The spellings of all pure instructions, as patterns with alternatives in braces. The patterns
 * include a few combinations of modifiers that PTX itself leaves out.
 */
final class InstructionTexts {
    private static final String PATTERNS =
            """
            {add,sub}.{u16,s16,u32,s32,u64,s64}  {add,sub}.sat.s32
            mul.{lo,hi}.{u16,s16,u32,s32,u64,s64}  mul.wide.{u16,s16,u32,s32}
            mad.{lo,hi}.{u16,s16,u32,s32,u64,s64}  mad.wide.{u16,s16,u32,s32}  mad.hi.sat.s32
            {mul24,mad24}.{lo,hi}.{u32,s32}  mad24.hi.sat.s32
            {div,rem,sad,min,max}.{u16,s16,u32,s32,u64,s64}  {min,max}.relu.s32
            {abs,neg}.{s16,s32,s64}
            {dp4a,dp2a.lo,dp2a.hi}.{u32,s32}.{u32,s32}
            {popc,clz,brev}.{b32,b64}  {bfind,bfind.shiftamt}.{u32,s32,u64,s64}
            bfe.{u32,s32,u64,s64}  bfi.{b32,b64}  bmsk.{clamp,wrap}.b32  fns.b32
            szext.{clamp,wrap}.{u32,s32}
            {prmt,lop3}.b32  prmt.b32.{f4e,b4e,rc8,ecl,ecr,rc16}  lop3.{or,and}.b32
            shf.{l,r}.{clamp,wrap}.b32
            shl.{b16,b32,b64}  shr.{b16,b32,b64,u16,s16,u32,s32,u64,s64}
            {and,or,xor,not}.{pred,b16,b32,b64}  cnot.{b16,b32,b64}
            {add,sub,mul}{,.rn}{,.ftz}{,.sat}.f32  {add,sub,mul}{,.rn}.f64
            {fma,mad}.rn{,.ftz}{,.sat}.f32  {fma,mad}.rn.f64
            {div,rcp,sqrt}.rn{,.ftz}.f32  {div,rcp,sqrt}.rn.f64
            {abs,neg}{,.ftz}.f32  {abs,neg}.f64  copysign.{f32,f64}
            testp.{finite,infinite,number,notanumber,normal,subnormal}.{f32,f64}
            {min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.f32  {min,max}.f64
            setp.{eq,ne}.{b16,b32,b64}
            setp.{eq,ne,lt,le,gt,ge}{,.and,.or,.xor}.{u16,s16,u32,s32,u64,s64}
            setp.{lo,ls,hi,hs}.{u16,u32,u64}
            setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f32
            setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.f64
            selp.{b16,u16,s16,b32,u32,s32,b64,u64,s64,f32,f64}
            slct.{b16,u16,s16,b32,u32,s32,b64,u64,s64,f32,f64}.{s32,f32}
            slct.ftz.{b16,u16,s16,b32,u32,s32,b64,u64,s64,f32,f64}.f32
            cvt{,.sat}.{u8,s8,u16,s16,u32,s32,u64,s64}.{u8,s8,u16,s16,u32,s32,u64,s64}
            cvt.{rn,rz,rm,rp}.{f32,f64}.{u8,s8,u16,s16,u32,s32,u64,s64}
            cvt.{rni,rzi,rmi,rpi}{,.sat}.{u8,s8,u16,s16,u32,s32,u64,s64}.{f32,f64,ftz.f32}
            cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.f64  cvt{,.ftz}.f64.f32  cvt{,.ftz}{,.sat}.f32.f32
            cvt{,.sat}.f64.f64  cvt.{rni,rzi,rmi,rpi}.{f32.f32,f64.f64}
            {add,sub,mul,fma,mad}.{rz,rm,rp}{,.ftz}{,.sat}.f32  {add,sub,mul,fma,mad}.{rz,rm,rp}.f64
            {div,rcp,sqrt}.{rz,rm,rp}{,.ftz}.f32  {div,rcp,sqrt}.{rz,rm,rp}.f64
            {div,rcp,sqrt,rsqrt,sin,cos,lg2,ex2}.approx{,.ftz}.f32  div.full{,.ftz}.f32
            tanh.approx.f32  {rcp,rsqrt}.approx.ftz.f64  rsqrt.approx.f64
            add.{u16x2,s16x2}  {min,max}.{u16x2,s16x2}  {min,max}.relu.s16x2
            {add,sub,mul}{,.rn}{,.ftz}{,.sat}.{f16,f16x2}  {add,sub,mul}{,.rn}.{bf16,bf16x2}
            fma.rn{,.ftz}{,.sat,.relu}.{f16,f16x2}  fma.rn{,.relu}.{bf16,bf16x2}
            {neg,abs}{,.ftz}.{f16,f16x2}  {neg,abs}.{bf16,bf16x2}
            {min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.{f16,f16x2}
            {min,max}{,.NaN}{,.xorsign.abs}.{bf16,bf16x2}
            {ex2,tanh}.approx.{f16,f16x2}  {ex2.approx.ftz,tanh.approx}.{bf16,bf16x2}
            setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{f16,bf16}
            set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{f16x2,u32,s32}.f16x2
            set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{bf16x2,u32,s32}.bf16x2
            cvt.{rn,rz,rm,rp}{,.ftz}{,.sat,.relu}.f16.f32  cvt.{rn,rz,rm,rp}{,.sat}.f16.f64
            cvt.{rn,rz,rm,rp}{,.ftz}{,.relu}.bf16.f32  cvt.{rn,rz,rm,rp}.bf16.f64
            cvt.{rn,rz,rm,rp}.{f16.bf16,bf16.f16}  cvt.{rni,rzi,rmi,rpi}.{f16.f16,bf16.bf16}
            cvt{,.sat}.f16.f16  cvt.bf16.bf16
            cvt{,.ftz}{,.sat}.f32.{f16,bf16}  cvt{,.sat}.f64.{f16,bf16}
            cvt.{rn,rz}{,.relu}.{f16x2,bf16x2}.f32
            cvt.{rna,rn,rz,rn.relu,rz.relu,rna.satfinite}.tf32.f32
            cvt.{rn,rz}{,.relu}.satfinite.{f16,bf16,f16x2,bf16x2}.f32
            cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.{f32,f16x2}
            cvt.rn{,.relu}.f16x2.{e4m3x2,e5m2x2}
            cvt.{f16.bf16,bf16.f16,rn.f32.bf16,rm.f64.bf16}
            cvt.{rn,rz,rm,rp}.{f16,bf16}.{u8,s8,u16,s16,u32,s32,u64,s64}
            cvt.{rni,rzi,rmi,rpi}.{u8,s8,u16,s16,u32,s32,u64,s64}.{f16,bf16}
            cvt.pack.sat.{u16,s16}.s32  cvt.pack.sat.{u8,s8,u4,s4,u2,s2}.s32.b32
            """;

    private InstructionTexts() {}

    static Stream<String> all() {
        return Arrays.stream(PATTERNS.split("\\s+")).flatMap(pattern -> expanded(pattern).stream());
    }

    static @Nullable Operation find(String text) {
        List<String> parts = List.of(text.split("\\."));
        return Operations.find(
                parts.get(0), parts.stream().skip(1).map(part -> "." + part).toList());
    }

    static List<String> expanded(String pattern) {
        int open = pattern.indexOf('{');
        if (open < 0) {
            return List.of(pattern);
        }
        int close = pattern.indexOf('}', open);
        List<String> texts = new ArrayList<>();
        for (String choice : pattern.substring(open + 1, close).split(",", -1)) {
            String head = pattern.substring(0, open);
            texts.addAll(expanded(head + choice + pattern.substring(close + 1)));
        }
        return texts;
    }
}
