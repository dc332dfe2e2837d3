import { onTestFinished } from 'vitest';
import { openCopy, type Open } from './databases.ts';

/** Opens a database until the test ends, for what does not differ between databases. */
export const openAlone: Open = async () => {
  const database = await openCopy();
  onTestFinished(() => database.close());
  return database;
};
