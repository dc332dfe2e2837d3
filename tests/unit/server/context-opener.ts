/** A process of its own that opens a context for each line it gets, as pages of astro dev do, and says what came of it. */
import { createInterface } from 'node:readline';
import { openContext } from '../../../src/server/dev-context.ts';

for await (const _line of createInterface({ input: process.stdin })) {
  const outcome = await openContext().then(
    () => 'opened',
    (error: unknown) => (error as Error).message,
  );
  console.log(outcome);
}
