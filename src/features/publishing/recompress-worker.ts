/** Compresses in a thread of its own that gives way to all others. */
import { setPriority, constants } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { brotliSync, QUALITY } from '../rendering/compress.ts';

// Where threads have no priorities of their own this would be the whole process's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

parentPort!.on('message', (content: Uint8Array) => parentPort!.postMessage(brotliSync(content, QUALITY.best)));
