import { onTestFinished } from 'vitest';
import { openEmbeddedCopy, type Open } from './databases.ts';

/** Opens an embedded database until the test ends, for what does not differ between databases. */
export const openEmbeddedAlone: Open = async () => {
  const database = await openEmbeddedCopy();
  onTestFinished(() => database.close());
  return database;
};
