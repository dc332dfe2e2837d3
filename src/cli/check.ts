import type { FindingGroup } from '../features/catalogue-files/check/finding.ts';
import type { CommandEvent } from './command-event.ts';
import { runCommand, FLAG, TEXT, UsageError, type CommandLine } from './command-line.ts';
import { withDuplicatesFile } from './duplicates-file.ts';
import { counted } from '../lib/counted.ts';

export const checkCommandLine: CommandLine = {
  usage: '[--json] [--duplicates FILE.csv]',
  summary: 'find broken references, wrong dates and list prices, duplicates and missing pictures; exits with code 1 if there are any',
  options: { json: FLAG, duplicates: TEXT },
  optionHelp: { json: 'print the findings as JSON', duplicates: 'write all duplicates to a file for "merge --from"' },
  async run({ positionals, values }) {
    if (positionals.length > 0) throw new UsageError('check takes no deals; it looks at all of them');
    let code = 0;
    const { duplicates } = values;
    const file = typeof duplicates === 'string' ? duplicates : undefined;
    const run = (take: (event: CommandEvent) => Promise<void>) =>
      runCommand('check', { duplicates: file !== undefined }, async (event) => {
        await take(event);
        const { found } = event;
        if (!found) return;
        code = found.length > 0 ? 1 : 0;
        console.log(values['json'] ? JSON.stringify(found, null, 2) : findingsText(found));
      });
    const refused = await withDuplicatesFile(file, run);
    return Math.max(code, refused);
  },
};

/** The findings as the command line prints them. */
export function findingsText(groups: FindingGroup[]): string {
  if (groups.length === 0) return 'No problems found.';
  const parts = groups.map(({ title, advice, count, findings }) => {
    const rest = count - findings.length;
    return [
      `${title} (${count})`,
      ...findings.map(({ text }) => `  ${text}`),
      ...(rest > 0 ? [`  … and ${rest} more`] : []),
      `  → ${advice}`,
    ].join('\n');
  });
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return [...parts, `${counted(total, 'problem')} found.`].join('\n\n');
}
