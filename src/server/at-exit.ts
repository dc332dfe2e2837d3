const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls a function when the process ends, also by a signal that nothing else handles. */
export function atExit(work: () => void): void {
  process.once('exit', work);
  for (const signal of SIGNALS)
    process.once(signal, () => {
      work();
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
}
