const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something when the process ends, also by a signal that nobody else takes. */
export function atExit(work: () => void): void {
  process.once('exit', work);
  for (const signal of SIGNALS)
    process.once(signal, () => {
      work();
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
}
