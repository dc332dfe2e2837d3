import { fileURLToPath } from 'node:url';

/** The source of everything that the demo brings. */
export const DEMO = 'demo';

/** The file that it comes from. */
export const DEMO_CATALOGUE = fileURLToPath(new URL('./catalogue.jsonl', import.meta.url));
