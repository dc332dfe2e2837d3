/**
 * Does something again and again; a try that fails is told, and the next one comes all the same.
 * @returns a function that ends it
 */
export function every(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(onError), ms);
  return () => clearInterval(timer);
}
