/**
 * Runs work at an interval, one run at a time.
 * @param onError called with the error of a run that fails; the next run comes all the same
 * @returns a function that ends it
 */
export function every(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let busy = false;
  const run = async () => {
    if (busy) return;
    busy = true;
    await work()
      .catch(onError)
      .finally(() => (busy = false));
  };
  const timer = setInterval(() => void run(), ms);
  return () => clearInterval(timer);
}
