/**
 * Does something again and again, never beside a run that is not over; a try that fails is told, and the next one comes all
 * the same.
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
