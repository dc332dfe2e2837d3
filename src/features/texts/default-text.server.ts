import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPRINT, type TextName } from './text-names.ts';

/** npm runs every script in the project's folder, also those of a built release. */
const FOLDER = 'src/features/texts/defaults';

/** The text that Magpie brings, which is shown until editors save one of their own; of an imprint it is empty. */
export const defaultText = (name: TextName): string => (name === IMPRINT ? '' : readFileSync(join(FOLDER, `${name}.md`), 'utf8'));
