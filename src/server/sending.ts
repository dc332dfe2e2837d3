import { startJob } from './every.ts';

/** How rows of a queue are sent. */
export interface Queue<Row> {
  /** How many are sent side by side. */
  atOnce: number;
  /** Takes rows that are due, at most so many. */
  take(most: number): Promise<Row[]>;
  send(row: Row): Promise<void>;
}

/** Sends the rows of a queue. */
export interface Sending {
  /** Looks at once. */
  wake(): void;
  /** Ends it; resolves when what is under way is done. */
  end(): Promise<void>;
}

/**
 * Sends due rows, several in parallel, as long as the process runs; one that takes longer than the interval blocks only one of the parallel
 * sends. It looks at the interval, when it is woken, and whenever something was sent.
 * @param ms the interval in milliseconds
 * @param onError called with errors of taking and sending; what is left is sent all the same
 */
export function startSending<Row>({ atOnce, take, send }: Queue<Row>, ms: number, onError: (error: unknown) => void): Sending {
  /** What is being sent, with when that began. */
  const underWay = new Map<Promise<void>, number>();
  let isEnded = false;
  let filling: Promise<unknown> = Promise.resolve();
  // Rows are taken many at a time. Those that are slow are not waited for: a stranger's server may hold up most of the places.
  const isHalfFree = () => {
    const slow = [...underWay.values()].filter((began) => performance.now() - began >= ms).length;
    return underWay.size < atOnce && underWay.size - slow <= (atOnce - slow) / 2;
  };
  const fill = async () => {
    while (!isEnded && isHalfFree()) {
      const rows = await take(atOnce - underWay.size);
      if (rows.length === 0) return;
      for (const row of rows) {
        const sent: Promise<void> = send(row)
          .catch(onError)
          .finally(() => {
            underWay.delete(sent);
            // When several end at the same time, the first one sees only its own free place, so another look follows.
            job.wake();
          });
        underWay.set(sent, performance.now());
      }
    }
  };
  const job = startJob(ms, () => (filling = fill().catch(onError)), onError);
  job.wake();
  return {
    wake: job.wake,
    async end() {
      isEnded = true;
      job.end();
      await filling;
      await Promise.all(underWay.keys());
    },
  };
}
