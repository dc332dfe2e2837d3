import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { resolvePath } from './command-line.ts';

/** What a file holds, named as an editor names it; `-` is the standard input. */
export const readInput = (file: string): Promise<string> => (file === '-' ? text(process.stdin) : readFile(resolvePath(file), 'utf8'));
