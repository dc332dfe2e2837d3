import { fileURLToPath } from 'node:url';

/** The `source` of all records of the demo. */
export const DEMO = 'demo';

export const DEMO_CATALOGUE = fileURLToPath(new URL('./catalogue.jsonl', import.meta.url));
