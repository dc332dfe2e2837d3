import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { resetSynonyms, saveSynonyms, synonymList } from '../../features/search/synonyms.server.ts';
import type { CommandHandler } from './command-handler.ts';
import { Refused } from '../../lib/refused.ts';

const synonymsInput = z.union([z.strictObject({}), z.strictObject({ list: z.string() }), z.strictObject({ reset: z.literal(true) })]);

/** Prints the list of synonyms, saves another one, or resets it to the default; sends `messages`. */
export function synonymsCommand({ db }: Context): CommandHandler {
  return async (input, { finish }) => {
    const request = synonymsInput.parse(input);
    if ('reset' in request) {
      await resetSynonyms(db);
      return finish({ messages: ['Search now uses the list that comes with Magpie.'], changed: false });
    }
    if (!('list' in request)) return finish({ messages: [(await synonymList(db)).trimEnd()], changed: false });
    // As an output that failed, or a pipe from what did.
    if (request.list.trim() === '')
      throw new Refused(
        'The list is empty, and was not saved. Where searches are to know no synonyms, save a comment alone, such as "# none".',
      );
    const problems = await saveSynonyms(db, request.list);
    if (problems.length > 0)
      throw new Refused(...problems.map(({ line, problem }) => `Line ${line} ${problem}`), 'The list was not changed.');
    await finish({ messages: ['Search now uses this list.'], changed: false });
  };
}
