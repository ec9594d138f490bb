// An OpenCL driver for the standard loader (cl_khr_icd) whose functions are Java's. The first call starts a JVM in the
// program's process, or joins the one that runs there, with the options that lie beside this library: in a file of the
// same name with ".options" at the end, whose first line is the path of libjvm.so and whose other lines are options.
//
// Compiled without any header of the system, so that the build needs none.

typedef unsigned long size_t;
typedef long ssize_t;
typedef unsigned char jboolean;
typedef int jint;
typedef long jlong;

// ---------------------------------------------------------------- the C library

enum { O_RDONLY = 0, O_CLOEXEC = 02000000, RTLD_NOW = 2, RTLD_NOLOAD = 4, RTLD_GLOBAL = 0x100, SIG_SETMASK = 2 };
enum { RLIMIT_NOFILE = 7 };
enum { SIGILL = 4, SIGTRAP = 5, SIGBUS = 7, SIGFPE = 8, SIGSEGV = 11 };

struct dl_info { const char *file; void *base; const char *symbol; void *address; };
typedef struct { unsigned long bits[16]; } sigset_t;
typedef struct { unsigned long words[7]; } pthread_attr_t;
typedef unsigned long pthread_t;
struct rlimit { unsigned long soft, hard; };

int open(const char *, int, ...);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
void *memcpy(void *, const void *, size_t);
char *strchr(const char *, int);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *dlerror(void);
int dladdr(const void *, struct dl_info *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_getstack(const pthread_attr_t *, void **, size_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_getattr_np(pthread_t, pthread_attr_t *);
pthread_t pthread_self(void);
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int pthread_once(int *, void (*)(void));
int getrlimit(int, struct rlimit *);
int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);

// ---------------------------------------------------------------- JNI

// Places in JNI's tables of functions, which its specification fixes.
enum {
    FIND_CLASS = 6, EXCEPTION_DESCRIBE = 16, PUSH_LOCAL_FRAME = 19, POP_LOCAL_FRAME = 20, NEW_OBJECT = 28,
    GET_METHOD_ID = 33, CALL_OBJECT_METHOD = 34, GET_STATIC_METHOD_ID = 113, CALL_STATIC_INT_METHOD = 129,
    NEW_STRING_UTF = 167, NEW_OBJECT_ARRAY = 172, SET_OBJECT_ARRAY_ELEMENT = 174, EXCEPTION_CHECK = 228
};
enum { DETACH_CURRENT_THREAD = 5, GET_ENV = 6, ATTACH_AS_DAEMON = 7, JNI_VERSION = 0x000a0000 };

typedef void **const *jni;
struct jvm_option { const char *text; void *extra; };
struct jvm_options { jint version; jint count; struct jvm_option *options; jboolean ignore_unknown; };

#define CALL(table, place, type, ...) ((type (*)(void *, ...))(*(table))[place])((void *)(table), ##__VA_ARGS__)

// ---------------------------------------------------------------- state

enum { ENTRIES = 160, ENTRY_BYTES = 16, OBJECTS = 1 << 20, MOST_OPTIONS = 64, MOST_TEXT = 65536 };
enum { LEAST_STACK = 128 << 10, LEAST_FILES = 128 };
enum { CL_OUT_OF_HOST_MEMORY = -6, CL_PLATFORM_NOT_FOUND_KHR = -1001 };
enum { GET_PLATFORM_IDS = 0, GET_PLATFORM_INFO = 1, GET_EXTENSION_FUNCTION = 65 };

// What programs hold: an object begins with the table of functions, as cl_khr_icd asks. Java fills and checks them.
struct object { void *table; unsigned char java[56]; };

extern char hira_entries[];
static void *table[ENTRIES];
static struct object objects[OBJECTS];
static signed char codes[ENTRIES];

// What Java gets, and where it puts the function that executes calls.
static struct {
    void **table; char *entries; jlong entry_count; struct object *objects; jlong object_count; signed char *codes;
    long (*dispatch)(long, const long *);
} handoff = {table, hira_entries, ENTRIES, objects, OBJECTS, codes, 0};

static long fail(long place, const long *block);
__attribute__((visibility("hidden"))) long (*hira_dispatch)(long, const long *) = fail;

static int once;
static int started;
static char text[MOST_TEXT];
static struct jvm_option options[MOST_OPTIONS];
static int option_count;

static void say(const char *what, const char *why) {
    const char *parts[] = {"hira: OpenCL is not available: ", what, why, "\n"};
    for (int i = 0; i < 4; i++) {
        if (write(2, parts[i], strlen(parts[i])) < 0) {
            return;
        }
    }
}

// Answers a call that Java cannot: after a fork, in the child, where no thread of the JVM is left, or on a small stack.
static long fail(long place, const long *block) {
    int code = codes[place];
    if (code == -1) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (code >= 0) {
        int *result = (int *)(code < 6 ? block[code] : block[8 + code - 6]);
        if (result) {
            *result = CL_OUT_OF_HOST_MEMORY;
        }
    }
    return 0;
}

// Returns the lowest address of the calling thread's stack, or 1 if it is unknown.
static char *stack_end(void) {
    pthread_attr_t attributes;
    void *end = 0;
    size_t size;
    if (!pthread_getattr_np(pthread_self(), &attributes)) {
        pthread_attr_getstack(&attributes, &end, &size);
        pthread_attr_destroy(&attributes);
    }
    return end ? end : (char *)1;
}

// Passes a call to Java. The JVM ends the process if a thread enters it with less stack than its guard pages take.
// A stack that the program has switched to lies elsewhere than the thread's own, and is not measured.
static long checked(long place, const long *block) {
    static _Thread_local char *end;
    if (!end) {
        end = stack_end();
    }
    size_t room = (char *)__builtin_frame_address(0) - end;
    return room < LEAST_STACK ? fail(place, block) : handoff.dispatch(place, block);
}

static void in_child(void) {
    if (started) {
        hira_dispatch = fail;
        started = 0;
    }
}

// ---------------------------------------------------------------- the JVM

// Reads the options beside this library: the first line is returned, the others are options.
static const char *read_options(void) {
    struct dl_info self;
    char path[4096];
    static const char end[] = ".options";
    if (!dladdr((void *)read_options, &self) || strlen(self.file) + sizeof end > sizeof path) {
        say("the library does not know its place", "");
        return 0;
    }
    memcpy(path, self.file, strlen(self.file));
    memcpy(path + strlen(self.file), end, sizeof end);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = 0;
    for (ssize_t got = 1; file >= 0 && got > 0 && size < MOST_TEXT - 1; size += got > 0 ? got : 0) {
        got = read(file, text + size, MOST_TEXT - 1 - size);
    }
    if (file < 0 || size <= 0) {
        say("cannot read ", path);
        return 0;
    }
    close(file);
    for (char *line = strchr(text, '\n'); line && option_count < MOST_OPTIONS; line = strchr(line, '\n')) {
        *line++ = 0;
        if (*line && *line != '\n') {
            options[option_count++].text = line;
        }
    }
    return text;
}

// Returns the class path among the options.
static const char *class_path(void) {
    static const char key[] = "-Djava.class.path=";
    for (int i = 0; i < option_count; i++) {
        if (!strncmp(options[i].text, key, sizeof key - 1)) {
            return options[i].text + sizeof key - 1;
        }
    }
    return "";
}

// Loads a class by a loader of our own, because the class path of a JVM that others started is not ours.
static void *load_class(jni env, const char *name) {
    static char paths[MOST_TEXT];
    memcpy(paths, class_path(), strlen(class_path()) + 1);
    int count = 1;
    for (char *colon = strchr(paths, ':'); colon; colon = strchr(colon + 1, ':')) {
        count++;
    }
    void *file = CALL(env, FIND_CLASS, void *, "java/io/File");
    void *uri = CALL(env, FIND_CLASS, void *, "java/net/URI");
    void *url = CALL(env, FIND_CLASS, void *, "java/net/URL");
    void *loaders = CALL(env, FIND_CLASS, void *, "java/net/URLClassLoader");
    void *new_file = CALL(env, GET_METHOD_ID, void *, file, "<init>", "(Ljava/lang/String;)V");
    void *to_uri = CALL(env, GET_METHOD_ID, void *, file, "toURI", "()Ljava/net/URI;");
    void *to_url = CALL(env, GET_METHOD_ID, void *, uri, "toURL", "()Ljava/net/URL;");
    void *new_loader = CALL(env, GET_METHOD_ID, void *, loaders, "<init>", "([Ljava/net/URL;)V");
    void *load = CALL(env, GET_METHOD_ID, void *, loaders, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    void *urls = CALL(env, NEW_OBJECT_ARRAY, void *, count, url, (void *)0);
    char *path = paths;
    for (int i = 0; i < count; i++) {
        char *colon = strchr(path, ':');
        if (colon) {
            *colon = 0;
        }
        void *each = CALL(env, NEW_STRING_UTF, void *, path);
        each = CALL(env, NEW_OBJECT, void *, file, new_file, each);
        each = CALL(env, CALL_OBJECT_METHOD, void *, each, to_uri);
        each = CALL(env, CALL_OBJECT_METHOD, void *, each, to_url);
        CALL(env, SET_OBJECT_ARRAY_ELEMENT, void, urls, i, each);
        path = colon ? colon + 1 : path;
    }
    void *loader = CALL(env, NEW_OBJECT, void *, loaders, new_loader, urls);
    void *text = CALL(env, NEW_STRING_UTF, void *, name);
    return CALL(env, CALL_OBJECT_METHOD, void *, loader, load, text);
}

// Lets Java open its driver and fill the tables.
static int start_java(jni env, int joined) {
    CALL(env, PUSH_LOCAL_FRAME, jint, 256);
    void *entry = joined ? load_class(env, "dev.hira.icd.NativeOpenCl")
                         : CALL(env, FIND_CLASS, void *, "dev/hira/icd/NativeOpenCl");
    jint failed = 1;
    if (entry && !CALL(env, EXCEPTION_CHECK, jboolean)) {
        void *start = CALL(env, GET_STATIC_METHOD_ID, void *, entry, "start", "(J)I");
        failed = start ? CALL(env, CALL_STATIC_INT_METHOD, jint, entry, start, (jlong)&handoff) : 1;
    }
    if (CALL(env, EXCEPTION_CHECK, jboolean)) {
        CALL(env, EXCEPTION_DESCRIBE, void);
        failed = 1;
    }
    CALL(env, POP_LOCAL_FRAME, void *, (void *)0);
    return !failed;
}

// With fewer open files a JVM cannot load all classes, not even those that would say so. It raises the soft limit
// itself.
static int few_files(void) {
    struct rlimit files;
    return !getrlimit(RLIMIT_NOFILE, &files) && files.hard < LEAST_FILES;
}

// Joins the JVM that the program has, or starts one.
static int boot(void) {
    const char *path = read_options();
    if (!path) {
        return 0;
    }
    jni vm = 0, env = 0;
    jint count = 0;
    void *library = dlopen("libjvm.so", RTLD_NOLOAD | RTLD_NOW);
    int joined = library != 0;
    if (!joined && few_files()) {
        say("a process may have fewer than 128 open files here; raise the hard limit,", " which ulimit -Hn shows");
        return 0;
    }
    if (!library && !(library = dlopen(path, RTLD_NOW | RTLD_GLOBAL))) {
        say("", dlerror());
        return 0;
    }
    jint (*created)(jni *, jint, jint *) = (jint (*)(jni *, jint, jint *))dlsym(library, "JNI_GetCreatedJavaVMs");
    jint (*create)(jni *, jni *, void *) = (jint (*)(jni *, jni *, void *))dlsym(library, "JNI_CreateJavaVM");
    joined = joined && created && created(&vm, 1, &count) == 0 && count > 0;
    struct jvm_options all = {JNI_VERSION, option_count, options, 0};
    if (joined ? CALL(vm, ATTACH_AS_DAEMON, jint, &env, (void *)0) : !create || create(&vm, &env, &all)) {
        say("the JVM does not start: ", path);
        return 0;
    }
    int done = start_java(env, joined);
    CALL(vm, DETACH_CURRENT_THREAD, jint);
    return done;
}

// Runs in a thread of its own: its stack is large enough, and threads that the JVM starts inherit blocked signals, so
// that those of the program reach the program's threads.
static void *boot_thread(void *unused) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV};
    sigset_t mask;
    for (int i = 0; i < 16; i++) {
        mask.bits[i] = ~0UL;
    }
    for (int i = 0; i < 5; i++) {
        mask.bits[0] &= ~(1UL << (faults[i] - 1));
    }
    pthread_sigmask(SIG_SETMASK, &mask, 0);
    if (boot() && handoff.dispatch) {
        hira_dispatch = checked;
        started = 1;
    }
    return unused;
}

static void start(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 8 << 20);
    __register_atfork(0, 0, in_child, 0);
    if (pthread_create(&thread, &attributes, boot_thread, 0)) {
        say("no thread can be started", "");
        return;
    }
    pthread_join(thread, 0);
}

static int ready(void) {
    pthread_once(&once, start);
    return started;
}

#define ENTRY(place) (hira_entries + (place) * ENTRY_BYTES)
#define EXPORT __attribute__((visibility("default")))

// ---------------------------------------------------------------- what the loader calls

EXPORT int clIcdGetPlatformIDsKHR(unsigned entries, void **platforms, unsigned *count) {
    if (!ready()) {
        if (count) {
            *count = 0;
        }
        return CL_PLATFORM_NOT_FOUND_KHR;
    }
    return ((int (*)(unsigned, void **, unsigned *))ENTRY(GET_PLATFORM_IDS))(entries, platforms, count);
}

EXPORT int clGetPlatformIDs(unsigned entries, void **platforms, unsigned *count) {
    return clIcdGetPlatformIDsKHR(entries, platforms, count);
}

EXPORT int clGetPlatformInfo(void *platform, unsigned name, size_t size, void *value, size_t *size_ret) {
    if (!ready()) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    return ((int (*)(void *, unsigned, size_t, void *, size_t *))ENTRY(GET_PLATFORM_INFO))(
        platform, name, size, value, size_ret);
}

EXPORT void *clGetExtensionFunctionAddress(const char *name) {
    if (!strcmp(name, "clIcdGetPlatformIDsKHR")) {
        return (void *)clIcdGetPlatformIDsKHR;
    }
    return ready() ? ((void *(*)(const char *))ENTRY(GET_EXTENSION_FUNCTION))(name) : 0;
}
