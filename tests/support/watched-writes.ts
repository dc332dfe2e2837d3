import type { Context } from '../../src/server/context.ts';

/** A context beside another one, and how many rows its largest statement has changed so far. */
export function watchWrites<Given extends Pick<Context, 'db'>>(context: Given): { watched: Given; largest: () => number } {
  let largest = 0;
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      largest = Math.max(largest, Number(result.numAffectedRows ?? 0));
      return result;
    },
  });
  return { watched: { ...context, db }, largest: () => largest };
}
