/**
 * Returns a function that runs `begin` on its first call, and returns the same promise to later ones.
 * After a failure, the next call runs it again.
 */
export function once<Value>(begin: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => {
    begun ??= begin().catch((error: unknown) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}
