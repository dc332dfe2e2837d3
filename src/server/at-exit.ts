const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const works = new Set<() => void>();

/** Calls a function when the process ends, also by a signal that nothing else handles. */
export function atExit(work: () => void): void {
  if (works.size === 0) {
    process.once('exit', runAll);
    // First, so that it counts the others while they are all there: `once` removes a listener before it is called.
    for (const signal of SIGNALS) process.prependListener(signal, endBySignal);
  }
  works.add(work);
}

function runAll(): void {
  for (const work of works) work();
}

function endBySignal(signal: NodeJS.Signals): void {
  // What else handles the signal decides whether the process ends.
  if (process.listenerCount(signal) > 1) return;
  runAll();
  process.off(signal, endBySignal);
  process.kill(process.pid, signal);
}
