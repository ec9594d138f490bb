/*
 * Polynomials of the math library, near minimax: interpolated at Chebyshev nodes with 400 bits, coefficients rounded to
 * double, evaluated by Horner's scheme with fused multiply-adds. x is evaluated often, so it must be a variable.
 */
#define HIRA_FMA(a, b, c) __builtin_fma(a, b, c)

#define HIRA_POLY6(x, c0, c1, c2, c3, c4, c5, c6) HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c6, x, \
    c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY10(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c10, x, c9), x, c8), \
    x, c7), x, c6), x, c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY11(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c11, x, c10), \
    x, c9), x, c8), x, c7), x, c6), x, c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY13(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c13, \
    x, c12), x, c11), x, c10), x, c9), x, c8), x, c7), x, c6), x, c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY16(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c16, \
    x, c15), x, c14), x, c13), x, c12), x, c11), x, c10), x, c9), x, c8), x, c7), x, c6), x, c5), x, c4), x, c3), x, \
    c2), x, c1), x, c0)
#define HIRA_POLY19(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c19, \
    x, c18), x, c17), x, c16), x, c15), x, c14), x, c13), x, c12), x, c11), x, c10), x, c9), x, c8), x, c7), x, c6), \
    x, c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY22(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, \
    c20, c21, c22) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c22, \
    x, c21), x, c20), x, c19), x, c18), x, c17), x, c16), x, c15), x, c14), x, c13), x, c12), x, c11), x, c10), x, \
    c9), x, c8), x, c7), x, c6), x, c5), x, c4), x, c3), x, c2), x, c1), x, c0)
#define HIRA_POLY27(x, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, \
    c20, c21, c22, c23, c24, c25, c26, c27) \
    HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(HIRA_FMA(c27, \
    x, c26), x, c25), x, c24), x, c23), x, c22), x, c21), x, c20), x, c19), x, c18), x, c17), x, c16), x, c15), x, \
    c14), x, c13), x, c12), x, c11), x, c10), x, c9), x, c8), x, c7), x, c6), x, c5), x, c4), x, c3), x, c2), x, \
    c1), x, c0)

/* (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2; relative error of the polynomial below 2^-57. */
#define HIRA_EXP(x) HIRA_POLY10(x, 0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555556p-5, \
    0x1.11111111100bep-7, 0x1.6c16c16c162c3p-10, 0x1.a01a01abf85abp-13, 0x1.a01a01a6e1e2ap-16, \
    0x1.71de01fdbf9cap-19, 0x1.27e4db46cddd1p-22, 0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29)

/* (log((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / s^5 by z = s^2; relative error of the polynomial below 2^-50. */
#define HIRA_LOG(x) HIRA_POLY6(x, 0x1.999999999999ep-2, 0x1.249249248e511p-2, 0x1.c71c71d7ef489p-3, \
    0x1.745d09ebc663ep-3, 0x1.3b18ba4163286p-3, 0x1.10188237ff7e4p-3, 0x1.087aabe253d9cp-3)

/* (sin(r) - r) / r^3 by z = r^2; relative error of the polynomial below 2^-53. */
#define HIRA_SIN(x) HIRA_POLY6(x, -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019880p-13, \
    0x1.71de3a544a6cep-19, -0x1.ae6453ecab5c4p-26, 0x1.612161267019ep-33, -0x1.ab066192d3e8fp-41)

/* (cos(r) - 1 + r^2/2) / r^4 by z = r^2; relative error of the polynomial below 2^-53. */
#define HIRA_COS(x) HIRA_POLY6(x, 0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019cb8p-16, \
    -0x1.27e4fb7708fb2p-22, 0x1.1eed8ddaa5390p-29, -0x1.93949f74df9adp-37, 0x1.ab68d5c08a457p-45)

/* (atan(t) - t) / t^3 by z = t^2; relative error of the polynomial below 2^-53. */
#define HIRA_ATAN(x) HIRA_POLY11(x, -0x1.5555555555555p-2, 0x1.99999999998c5p-3, -0x1.2492492485503p-3, \
    0x1.c71c71bd2b8bcp-4, -0x1.745d154c84f7ap-4, 0x1.3b1375ce5bdc6p-4, -0x1.110c9ce7b0572p-4, 0x1.e170800a46210p-5, \
    -0x1.ab59b417b2d3fp-5, 0x1.7001816fd063fp-5, -0x1.0f62bba6a2558p-5, 0x1.e4167464d3de8p-7)

/* (asin(x) - x) / x^3 by z = x^2; relative error of the polynomial below 2^-54. */
#define HIRA_ASIN(x) HIRA_POLY13(x, 0x1.5555555555555p-3, 0x1.3333333333389p-4, 0x1.6db6db6dac0eap-5, \
    0x1.f1c71c7a5e151p-6, 0x1.6e8ba121b9d5fp-6, 0x1.1c4efd20ebb99p-6, 0x1.c990a42b32b03p-7, 0x1.7b02ef007d23ep-7, \
    0x1.3b462d121c5d2p-7, 0x1.31777489dfd29p-7, 0x1.8dcdf11997e0fp-9, 0x1.40c91fa8deb7ep-6, -0x1.3bd7e353ddbc2p-6, \
    0x1.e58a4f278e007p-6)

/* erf(x) / x by z = x^2; relative error of the polynomial below 2^-54. */
#define HIRA_ERF(x) HIRA_POLY13(x, 0x1.20dd750429b6dp+0, -0x1.812746b0379e7p-2, 0x1.ce2f21a042bdep-4, \
    -0x1.b82ce312889bap-6, 0x1.565bcd0e6502dp-8, -0x1.c02db3feeb579p-11, 0x1.f9a326c233146p-14, \
    -0x1.f4d2561aeafd4p-17, 0x1.b9e6509b9867dp-20, -0x1.5f6d925a0bc7ap-23, 0x1.fc4356498c2d9p-27, \
    -0x1.4e607b41a6416p-30, 0x1.7f072188e194dp-34, -0x1.29b9f1b3df556p-38)

/* (1 + 2 x) exp(x^2) erfc(x) by t = (x - 4) / (x + 4), for x from 1 to 28; relative error of the polynomial below 2^-54. */
#define HIRA_ERFC(x) HIRA_POLY22(x, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7c3p-7, \
    0x1.16ecefcfa539bp-4, -0x1.9ddb23c3e914ap-4, 0x1.7fee004e12429p-4, -0x1.0fb06dfe48030p-4, 0x1.3079edf685e65p-5, \
    -0x1.0962388580ef3p-6, 0x1.49c67284ed576p-8, -0x1.8d4a993bd55d2p-11, -0x1.a1df245fb1421p-13, \
    0x1.3be028bc95dcfp-13, -0x1.99595f9cc6614p-16, -0x1.787e697b1c284p-17, 0x1.7f2886bff4ec0p-18, \
    0x1.371f45a0fdce9p-22, -0x1.badc1937659fdp-21, 0x1.5c85ba1e82dd5p-24, 0x1.d317407e638bbp-24, \
    -0x1.9e9873ab3f818p-26, -0x1.9ffc07af91764p-27, 0x1.36e0d17110fa1p-28)

/* 1 / gamma(1.5 + x) for |x| <= 0.5; relative error of the polynomial below 2^-55. */
#define HIRA_RGAMMA(x) HIRA_POLY16(x, 0x1.20dd750429b6dp+0, -0x1.514d3d90584b3p-5, -0x1.0da5a671c048ap-1, \
    0x1.669be41a9388dp-3, 0x1.a18540be32cb0p-5, -0x1.5955cc3971e04p-5, 0x1.b16203e5e2607p-8, 0x1.15f7f06059362p-9, \
    -0x1.232bd878a5ef6p-10, 0x1.3f84607e206fbp-13, 0x1.a963c57849819p-16, -0x1.d24ce84e43604p-17, \
    0x1.2166db6de81dcp-19, 0x1.f2d1ef981b484p-25, -0x1.7efb9c9a91b70p-24, 0x1.20da203cf8f4bp-26, \
    -0x1.d47df5e91a073p-31)

/* log(gamma(1 + x)) / x for |x| <= 0.5; relative error of the polynomial below 2^-54. */
#define HIRA_LGAMMA1(x) HIRA_POLY27(x, -0x1.2788cfc6fb619p-1, 0x1.a51a6625307d3p-1, -0x1.9a4d55beab37cp-2, \
    0x1.151322ac7d8e9p-2, -0x1.a8b9c17a91284p-3, 0x1.5b40cb0ff7e2cp-3, -0x1.2703a1e53cd44p-3, 0x1.010b36b799ac3p-3, \
    -0x1.c8066cfb76ec6p-4, 0x1.9a01e02e1bc0ep-4, -0x1.748ca0044fd2dp-4, 0x1.556b3fe9a66f6p-4, -0x1.3b14e848a2d53p-4, \
    0x1.248e72b0a7186p-4, -0x1.118acc50ec441p-4, 0x1.007509e47a025p-4, -0x1.d8fbcda10e84fp-5, 0x1.be79bd2aebac5p-5, \
    -0x1.ea4aa627b4073p-5, 0x1.d2f7f4a6085fbp-5, -0x1.db7126487ed80p-7, 0x1.b4fc9a43dac9fp-7, -0x1.28eb1f4f52ce4p-3, \
    0x1.1ef5d11df4a3dp-3, 0x1.3914b3aa0e424p-3, -0x1.3046d605c1822p-3, -0x1.cc35b376ce280p-3, 0x1.bdb3d7629dd5ep-3)

/* log(gamma(2 + x)) / x for |x| <= 0.5; relative error of the polynomial below 2^-55. */
#define HIRA_LGAMMA2(x) HIRA_POLY19(x, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a55760ap-4, \
    0x1.51322ac7d848ap-6, -0x1.e404fc218dbaep-8, 0x1.7add6eadb5317p-9, -0x1.38ac5c2d48207p-10, \
    0x1.0b36af8779ca0p-11, -0x1.d3fd4b679c1c4p-13, 0x1.a127afee53e7dp-14, -0x1.78de9ab752b81p-15, \
    0x1.580e0afa55850p-16, -0x1.3cb3be36ad88bp-17, 0x1.258f3057730fap-18, -0x1.1276ebd557fb0p-19, \
    0x1.012012be3900ap-20, -0x1.ce17528bcf460p-22, 0x1.b40adb09a1e12p-23, -0x1.2009c1a550d0dp-23, \
    0x1.11fa5e7c86f7bp-24)
