"""Steps per second of 1,000 small worlds, on one thread and on several, in short runs of each that take turns.

The shortest run counts. The ratio of the clock tells the gain if the processors are idle; the ratio of processor time
tells what the threads cost, also on a busy machine.

    PYTHONPATH=build/python python3 examples/python_batch.py [THREADS]
"""

import sys
import time

import modulus

WORLDS, STEPS, RUNS = 1000, 4, 40

threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
world = modulus.scene("tower3", count=5, enable_sleep=False)
batches = {count: modulus.Batch.copies(world, WORLDS, threads=count) for count in (1, threads)}
shortest = dict.fromkeys(batches, float("inf"))
processor = dict.fromkeys(batches, 0.0)
for _ in range(RUNS):
    for count, batch in batches.items():
        started, used = time.perf_counter(), time.process_time()
        batch.step(STEPS)
        shortest[count] = min(shortest[count], time.perf_counter() - started)
        processor[count] += time.process_time() - used
for count, seconds in shortest.items():
    per_step = 1e6 * processor[count] / (WORLDS * STEPS * RUNS)
    print(f"{count} threads: {WORLDS * STEPS / seconds:,.0f} steps per second, {per_step:.1f} us of a processor per step")
print(f"{threads} threads are {shortest[1] / shortest[threads]:.2f} times as fast as one")
