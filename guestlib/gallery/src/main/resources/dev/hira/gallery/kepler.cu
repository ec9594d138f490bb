// The places of planets on their ellipses: Kepler's equation E - e sin E = M solved by Newton's method, in
// double precision.
extern "C" __global__ void solve(int n, const double* eccentricities, const double* meanAnomalies, double* x,
                                 double* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    double e = eccentricities[i];
    double mean = meanAnomalies[i];
    double anomaly = mean + e * sin(mean);
    for (int step = 0; step < 50; step++) {
        double sine;
        double cosine;
        sincos(anomaly, &sine, &cosine);
        double change = (anomaly - e * sine - mean) / (1 - e * cosine);
        anomaly -= change;
        if (fabs(change) < 1e-12) {
            break;
        }
    }
    x[i] = cos(anomaly) - e;
    y[i] = sqrt(1 - e * e) * sin(anomaly);
}
