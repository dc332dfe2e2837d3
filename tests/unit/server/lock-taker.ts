/** A process of its own for the lock's tests: takes the lock of each folder that it is told, and keeps it. */
import { createInterface } from 'node:readline';
import { takeLock } from '../../../src/server/lock.ts';

for await (const folder of createInterface({ input: process.stdin })) {
  try {
    takeLock(folder, { url: 'http://test.example' });
    console.log('taken');
  } catch (error) {
    console.log((error as Error).message);
  }
}
