/** Work that is repeated. */
export interface Job {
  /** Runs it at once; while it runs, once more afterwards. */
  wake(): void;
  end(): void;
}

/**
 * Runs work at an interval and when it is woken, one run at a time.
 * @param ms the interval in milliseconds
 * @param onError called with the error of a run that fails; later runs take place all the same
 */
export function startJob(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Job {
  let isBusy = false;
  let wakes = 0;
  let isEnded = false;
  const run = async () => {
    if (isBusy || isEnded) return;
    isBusy = true;
    for (let seen = -1; seen < wakes;) {
      seen = wakes;
      await work().catch(onError);
    }
    isBusy = false;
  };
  const timer = setInterval(() => void run(), ms);
  return {
    wake() {
      if (isEnded) return;
      wakes++;
      void run();
    },
    end() {
      isEnded = true;
      clearInterval(timer);
    },
  };
}

/**
 * As `startJob`, for work that runs at its interval alone.
 * @returns a function that ends the job
 */
export const every = (ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): (() => void) =>
  startJob(ms, work, onError).end;
