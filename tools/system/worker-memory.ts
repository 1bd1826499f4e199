/**
 * How a worker of optout is kept below 300 MB while it imports: 210 MiB at the peak of a 300 MB file, without it 280 to 310. Its reads leave buffers behind, 64 KiB each: with a small young
 * generation V8 lets go of them soon, and glibc gives them back to the system instead of keeping them in an arena a thread. The old generation, of which some 80 MB are in use, would
 * grow to half of the container's limit before it is collected; beside the workspace of an import that is too much.
 */
export const workerMemory = {
  NODE_OPTIONS: '--max-semi-space-size=2 --max-old-space-size=192',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};
