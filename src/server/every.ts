/** Work that is done again and again. */
export interface Job {
  /** Has it done at once; where it is under way, once more after that. */
  wake(): void;
  end(): void;
}

/**
 * Does work at an interval and when it is woken, one run at a time.
 * @param onError called with the error of a run that fails; the next run comes all the same
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
 * As `startJob`, of work that nobody wakes.
 * @returns a function that ends it
 */
export const every = (ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): (() => void) =>
  startJob(ms, work, onError).end;
