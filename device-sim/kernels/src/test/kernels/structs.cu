// Parameters of all shapes.
struct Body {
    float3 place;
    double mass;
    char tag;
};
struct Matrix {
    short cells[3][3];
    Body* bodies;
};
extern "C" __global__ void move(char c, Body body, short s, Matrix matrix, double d, float2 step) {
    int i = threadIdx.x;
    Body b = matrix.bodies[i];
    b.place.x += step.x * body.place.x + c;
    b.place.y += step.y * matrix.cells[i % 3][s];
    b.mass = d + body.mass;
    b.tag = body.tag;
    matrix.bodies[i] = b;
}
