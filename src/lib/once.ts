/**
 * Returns a function that begins something with its first call, and has every later one wait for the same.
 * What failed is forgotten: the next call begins it again.
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
