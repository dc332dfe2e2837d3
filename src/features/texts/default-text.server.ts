import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPRINT, type TextName } from './text-names.ts';

/** Relative to the project's folder, in which npm runs every script, also those of a built release. */
const FOLDER = 'src/features/texts/defaults';

/** Magpie's default text, which is shown until editors save one of their own; for the imprint it is empty. */
export const defaultText = (name: TextName): string => (name === IMPRINT ? '' : readFileSync(join(FOLDER, `${name}.md`), 'utf8'));
