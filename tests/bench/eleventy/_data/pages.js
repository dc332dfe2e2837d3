import { readFileSync } from 'node:fs';

/** All pages: `{ folder, address, page }`, a line of JSON each; `page` is what the payload holds. */
export default () =>
  readFileSync(process.env.BENCH_PAGES, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
