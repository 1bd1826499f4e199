/**
 * How a worker of optout is kept below 300 MB while it imports: 210 MiB at the peak of a 300 MB file, without it 280 to 310. Its reads leave buffers behind, 64 KiB each: with a small young
 * generation V8 lets go of them soon, and glibc gives them back to the system instead of keeping them in an arena a thread.
 * A bound for the old generation (`--max-old-space-size`) would keep garbage away in between, but makes imports take half as long again.
 */
export const workerMemory = {
  NODE_OPTIONS: '--max-semi-space-size=2',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};
