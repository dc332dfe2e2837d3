import { runCommand, FLAG, TEXTS, UsageError, type CommandLine } from './command-line.ts';
import { DEAL_OPTIONS, DEAL_OPTION_HELP, fieldsGiven } from './deal-options.ts';

export const editCommandLine: CommandLine = {
  usage: 'DEAL [--title T] [--price AMOUNT] [--coupon CODE] [more] [--dry-run] | --follow FIELD [--dry-run]',
  summary: "change some fields of a deal; '' clears an optional one",
  details: [
    'A new price also enters the price history, as of today. Lists (--variants, --collection) replace the old ones.',
    'Later imports do not overwrite what you change here.',
  ],
  options: { ...DEAL_OPTIONS, follow: TEXTS, 'dry-run': FLAG },
  optionHelp: {
    ...DEAL_OPTION_HELP,
    follow: 'let imports change this field again, such as title or schedule; may be repeated',
    'dry-run': 'only show what would change',
  },
  async run(given) {
    const { positionals, values } = given;
    const [deal] = positionals;
    if (deal === undefined || positionals.length > 1) throw new UsageError('edit needs one deal');
    const changes = fieldsGiven(given);
    const { follow } = values;
    if (Array.isArray(follow)) {
      if (Object.keys(changes).length > 0 || values['posted-by'] !== undefined)
        throw new UsageError('edit takes new values or --follow, not both');
      return runCommand('follow', { deal, follow, dryRun: values['dry-run'] ?? false });
    }
    const poster = values['posted-by'] === '' ? null : values['posted-by'];
    if (Object.keys(changes).length === 0 && poster === undefined)
      throw new UsageError('edit needs something to change, such as --price 12.99');
    return runCommand('edit', { deal, changes, poster, dryRun: values['dry-run'] ?? false });
  },
};
