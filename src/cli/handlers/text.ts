import { z } from 'zod';
import { readTextFile } from '../../server/front-matter.ts';
import { restoreText, saveText } from '../../features/texts/save-text.server.ts';
import { TEXT_NAMES, textPath, type TextName } from '../../features/texts/text-names.ts';
import { currentText, textVersion, textVersions, type TextVersion } from '../../features/texts/versions.server.ts';
import { Refused } from '../../lib/refused.ts';
import { momentText } from '../../server/read-date.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { brokenPaths } from './own-links.ts';

const name = z.string();
const version = z.int().min(0);
const dryRun = z.boolean().default(false);
const textInput = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('list') }),
  z.strictObject({ verb: z.literal('history'), name }),
  z.strictObject({ verb: z.literal('export'), name, version: version.optional(), isFile: z.boolean().default(false) }),
  z.strictObject({ verb: z.literal('import'), name, text: z.string(), base: z.string().optional(), dryRun }),
  z.strictObject({ verb: z.literal('restore'), name, version, dryRun }),
]);

/** Lists pages of text and their versions, sends one as Markdown (`lines`), saves another, or goes back to an older one. */
export function textCommand(context: Context): CommandHandler {
  return async (typed, { send, finish }) => {
    const input = textInput.parse(typed);
    const { db, config } = context;
    const { timeZone } = config.region;
    if (input.verb === 'list') {
      const rows = await Promise.all(
        TEXT_NAMES.map(async (one) => `${textPath(one).padEnd(10)}${versionLine(await currentText(db, one), timeZone)}`),
      );
      return send({ messages: rows });
    }
    const text = textNamed(input.name);
    switch (input.verb) {
      case 'history':
        return send({ messages: (await textVersions(db, text)).map((version) => versionLine(version, timeZone)) });
      case 'export': {
        const found = await textVersion(db, text, input.version);
        if (!found) throw new Refused(`There is no version ${input.version} of ${text}. See: npm run site -- text history ${text}`);
        if (found.markdown === '' && input.isFile)
          throw new Refused(`There is no ${text} yet: it is there once you write one, with: npm run site -- text edit ${text}`);
        return send({ lines: [found.markdown] });
      }
      case 'import':
        return finish(await saveText(context, text, input.text, { ...input, findBroken: (paths) => brokenPaths(context, paths) }));
      case 'restore':
        return finish(await restoreText(context, text, input.version, input));
    }
  };
}

function textNamed(typed: string): TextName {
  const found = TEXT_NAMES.find((one) => one === typed);
  if (!found) throw new Refused(`There is no text page named ${JSON.stringify(typed)}. There are ${TEXT_NAMES.join(', ')}.`);
  return found;
}

function versionLine({ version: number, savedAt, isDefault, markdown }: TextVersion, timeZone: string): string {
  const file = readTextFile(markdown);
  const title = 'problems' in file ? '' : file.title;
  if (markdown === '') return `${String(number).padStart(4)}  ${'-'.padEnd(22)}(none until you write one)`;
  const when = savedAt ? momentText(savedAt, timeZone) : '-';
  return `${String(number).padStart(4)}  ${when.padEnd(20)}  ${title}${isDefault ? ' (comes with Magpie)' : ''}`;
}
