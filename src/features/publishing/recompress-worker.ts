/** Compresses in a thread of its own that gives way to all others. */
import { setPriority, constants } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { brotliSync, QUALITY } from '../rendering/compress.ts';
import { required } from '../../lib/required.ts';

// Where threads have no priorities of their own this would be the whole process's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

const port = required(parentPort, 'the port to the thread that started this one');
port.on('message', (content: Uint8Array) => port.postMessage(brotliSync(content, QUALITY.best)));
