"""Numbers taken from sampled histories."""
import numpy as np


def zero_crossings(t, y, rate):
    """Times at which y changes sign, by cubic Hermite interpolation of value and rate (error of order dt^4)."""
    times = []
    for i in np.flatnonzero(np.sign(y[:-1]) * np.sign(y[1:]) < 0):
        h = t[i + 1] - t[i]
        low, high = 0.0, 1.0
        for _ in range(60):
            s = 0.5 * (low + high)
            value = ((1 + 2 * s) * (1 - s) ** 2 * y[i] + s * (1 - s) ** 2 * h * rate[i]
                     + s * s * (3 - 2 * s) * y[i + 1] + s * s * (s - 1) * h * rate[i + 1])
            low, high = (s, high) if value * y[i] > 0 else (low, s)
        times.append(t[i] + 0.5 * (low + high) * h)
    return np.array(times)


def extreme(y, rate, t, kind):
    """Smallest or largest value of a history, refined where the rate changes sign (cubic Hermite)."""
    i = int(np.argmin(y) if kind == "min" else np.argmax(y))
    best = y[i]
    for j in (i - 1, i):
        if 0 <= j < len(y) - 1:
            h = t[j + 1] - t[j]
            s = np.linspace(0.0, 1.0, 2001)
            value = ((1 + 2 * s) * (1 - s) ** 2 * y[j] + s * (1 - s) ** 2 * h * rate[j]
                     + s * s * (3 - 2 * s) * y[j + 1] + s * s * (s - 1) * h * rate[j + 1])
            best = min(best, value.min()) if kind == "min" else max(best, value.max())
    return best
