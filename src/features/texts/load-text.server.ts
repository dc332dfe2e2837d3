import type { Context } from '../../server/context.ts';
import { required } from '../../lib/required.ts';
import { fillValues } from './directives.ts';
import { readTextFile, type TextFile } from '../../server/front-matter.ts';
import { parsePieces, type TextPiece } from './markdown.server.ts';
import { defaultText } from './default-text.server.ts';
import { IMPRINT, textPath, type TextName } from './text-names.ts';
import { currentText } from './versions.server.ts';

/** What a page of text shows. */
export interface TextPage {
  path: string;
  title: string;
  description: string;
  pieces: TextPiece[];
}

/** Reads the text that a page shows; undefined where there is none, such as no imprint. */
export async function loadText({ db, config }: Pick<Context, 'db' | 'config'>, name: TextName): Promise<TextPage | undefined> {
  const values = { 'site-name': config.siteName, 'contact-email': config.contactEmail };
  const shown = fileOf((await currentText(db, name)).markdown);
  if (!shown && name === IMPRINT) return undefined;
  const { title, description, body } = shown ?? required(fileOf(defaultText(name)), `the text ${name} of Magpie`);
  return {
    path: textPath(name),
    title: fillValues(title, values),
    description: fillValues(description, values),
    pieces: parsePieces(body, values),
  };
}

function fileOf(markdown: string): TextFile | undefined {
  const file = readTextFile(markdown);
  return 'problems' in file ? undefined : file;
}
