// OpenCL 1.2 has no votes: each find has an atomic addition of its own.
kernel void search(int textLength, int patternLength, constant uchar* pattern, global const uchar* text,
                   global int* found, global int* places) {
    int i = get_global_id(0);
    bool match = i + patternLength <= textLength;
    for (int k = 0; match && k < patternLength; k++) {
        match = text[i + k] == pattern[k];
    }
    if (match) {
        places[atomic_inc(found)] = i;
    }
}
