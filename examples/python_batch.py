"""Steps per second of 1,000 small worlds, on one thread and on several: the shortest of many short runs of each, taken in turn.

    PYTHONPATH=build/python python3 examples/python_batch.py [THREADS]
"""

import sys
import time

import modulus

WORLDS, STEPS, RUNS = 1000, 4, 40

threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
world = modulus.scene("tower3", count=5, enable_sleep=False)
batches = {count: modulus.Batch.copies(world, WORLDS, threads=count) for count in (1, threads)}
best = dict.fromkeys(batches, float("inf"))
for _ in range(RUNS):
    for count, batch in batches.items():
        started = time.perf_counter()
        batch.step(STEPS)
        best[count] = min(best[count], time.perf_counter() - started)
for count, seconds in best.items():
    print(f"{count} threads: {WORLDS * STEPS / seconds:,.0f} steps per second of {world!r}")
print(f"{threads} threads are {best[1] / best[threads]:.2f} times as fast as one")
