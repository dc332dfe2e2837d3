import { readFileSync } from 'node:fs';

/** What stands around every page. */
export default () => JSON.parse(readFileSync(process.env.BENCH_SHELL, 'utf8'));
