import { resolve } from 'node:path';

/** The folder of package.json, below which releases lie so that they find the packages. */
export const projectRoot = resolve(import.meta.dirname, '../../..');
