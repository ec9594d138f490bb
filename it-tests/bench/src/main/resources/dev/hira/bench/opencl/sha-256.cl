constant uint roundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constant uint initialState[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

uint turn(uint value, int by) { return rotate(value, (uint)(32 - by)); }

uint bigEndian(uint value) { return as_uint(as_uchar4(value).wzyx); }

// The message's byte at a place of its padded block.
uint paddedByte(global const uchar* message, int length, int place) {
    if (place < length) {
        return message[place];
    }
    if (place == length) {
        return 0x80;
    }
    return place < 62 ? 0 : 8 * length >> 8 * (63 - place) & 0xff;
}

kernel void sha256(int n, int length, global const uchar* messages, global uint* digests) {
    int i = get_global_id(0);
    if (i >= n) {
        return;
    }
    global const uchar* message = messages + (size_t)i * length;
    uint w[16];
    for (int k = 0; k < 64; k++) {
        uint byte = paddedByte(message, length, k);
        w[k / 4] = k % 4 == 0 ? byte << 24 : w[k / 4] | byte << (24 - 8 * (k % 4));
    }
    uint s[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        s[k] = initialState[k];
    }
#pragma unroll 16
    for (int k = 0; k < 64; k++) {
        uint word = w[k & 15];
        uint s1 = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
        uint choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint t1 = s[7] + s1 + choice + roundConstants[k] + word;
        uint s0 = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        uint majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint t2 = s0 + majority;
        s[7] = s[6];
        s[6] = s[5];
        s[5] = s[4];
        s[4] = s[3] + t1;
        s[3] = s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = t1 + t2;
        // The word that is 16 rounds ahead takes this one's place.
        uint early = w[k + 1 & 15];
        uint late = w[k + 14 & 15];
        uint g0 = turn(early, 7) ^ turn(early, 18) ^ early >> 3;
        uint g1 = turn(late, 17) ^ turn(late, 19) ^ late >> 10;
        w[k & 15] = word + g0 + w[k + 9 & 15] + g1;
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        digests[8 * (size_t)i + k] = bigEndian(s[k] + initialState[k]);
    }
}
