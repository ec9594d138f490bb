// What the test program uses of OpenCL and of the C library, so that it needs no header of the system.
typedef unsigned long size_t;
typedef unsigned long cl_ulong;
typedef int cl_int;
typedef unsigned cl_uint;
typedef void *cl_object;

int printf(const char *, ...);
int fflush(void *);
void exit(int);
void _exit(int);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strncpy(char *, const char *, size_t);
size_t strlen(const char *);
void *malloc(size_t);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int fork(void);
int waitpid(int, int *, int);
int usleep(unsigned);
int raise(int);
int pthread_create(cl_ulong *, void *, void *(*)(void *), void *);
int pthread_attr_init(cl_ulong *);
int pthread_attr_setstacksize(cl_ulong *, size_t);
int pthread_join(cl_ulong, void **);
void *signal(int, void (*)(int));

enum { CL_SUCCESS = 0, CL_MEM_OBJECT_ALLOCATION_FAILURE = -4, CL_OUT_OF_RESOURCES = -5, CL_OUT_OF_HOST_MEMORY = -6,
    CL_BUILD_PROGRAM_FAILURE = -11, CL_INVALID_VALUE = -30,
    CL_INVALID_DEVICE = -33, CL_INVALID_CONTEXT = -34, CL_INVALID_COMMAND_QUEUE = -36, CL_INVALID_MEM_OBJECT = -38,
    CL_INVALID_PROGRAM = -44, CL_INVALID_KERNEL = -48, CL_INVALID_ARG_SIZE = -51, CL_INVALID_EVENT_WAIT_LIST = -57, CL_INVALID_EVENT = -58,
    CL_INVALID_BUFFER_SIZE = -61 };
enum { CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010, CL_DEVICE_NAME = 0x102B, CL_CONTEXT_REFERENCE_COUNT = 0x1080,
    CL_CONTEXT_DEVICES = 0x1081, CL_QUEUE_CONTEXT = 0x1090, CL_PROGRAM_BINARY_SIZES = 0x1165,
    CL_PROGRAM_BINARIES = 0x1166,
    CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3, CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_KERNEL_EXEC_INFO_SVM_PTRS = 0x11B6 };
enum { CL_MEM_USE_HOST_PTR = 8, CL_MEM_COPY_HOST_PTR = 32, CL_MAP_READ = 1, CL_MAP_WRITE = 2, CL_COMPLETE = 0 };

enum { CL_INVALID_IMAGE_FORMAT_DESCRIPTOR = -39, CL_INVALID_IMAGE_DESCRIPTOR = -65, CL_RGBA = 0x10B5,
    CL_UNSIGNED_INT8 = 0x10DA, CL_MEM_OBJECT_IMAGE2D = 0x10F1, CL_MEM_OBJECT_IMAGE2D_ARRAY = 0x10F3,
    CL_MEM_OBJECT_IMAGE1D_BUFFER = 0x10F6, CL_IMAGE_BUFFER = 0x1118, CL_ADDRESS_CLAMP_TO_EDGE = 0x1131,
    CL_FILTER_NEAREST = 0x1140 };

typedef struct { cl_uint order, type; } cl_image_format;
typedef struct {
    cl_uint type;
    size_t width, height, depth, array_size, row_pitch, slice_pitch;
    cl_uint mip_levels, samples;
    cl_object mem_object;
} cl_image_desc;

extern void *(*cl)(const char *);

// Calls a function of OpenCL that returns a code, or an object.
#define CODE(name, ...) ((cl_int (*)())cl(name))(__VA_ARGS__)
#define OBJECT(name, ...) ((cl_object (*)())cl(name))(__VA_ARGS__)
