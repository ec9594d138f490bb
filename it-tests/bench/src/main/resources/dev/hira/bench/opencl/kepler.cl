#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void solve(int n, global const double* eccentricities, global const double* meanAnomalies, global double* x,
                  global double* y) {
    int i = get_global_id(0);
    if (i >= n) {
        return;
    }
    double e = eccentricities[i];
    double mean = meanAnomalies[i];
    double anomaly = mean + e * sin(mean);
    for (int step = 0; step < 50; step++) {
        double cosine;
        double sine = sincos(anomaly, &cosine);
        double change = (anomaly - e * sine - mean) / (1 - e * cosine);
        anomaly -= change;
        if (fabs(change) < 1e-12) {
            break;
        }
    }
    x[i] = cos(anomaly) - e;
    y[i] = sqrt(1 - e * e) * sin(anomaly);
}
