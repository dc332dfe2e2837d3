import { runCommand, FLAG, UsageError, type CommandLine } from './command-line.ts';
import { readInput } from './input-file.ts';
import { DEAL_OPTIONS, DEAL_OPTION_HELP, fieldsGiven } from './deal-options.ts';

export const addCommandLine: CommandLine = {
  usage: '[FILE | -] --title T --store SLUG --category SLUG --url ADDRESS --price AMOUNT [more] [--dry-run]',
  summary: 'add one deal from options, or from JSON in a file or on standard input (-)',
  details: ['JSON has the fields of an imported deal; options override it. Possible duplicates are added, with a warning.'],
  options: { ...DEAL_OPTIONS, 'dry-run': FLAG },
  optionHelp: { ...DEAL_OPTION_HELP, 'dry-run': 'only show what would change' },
  async run(given) {
    const { positionals, values } = given;
    if (positionals.length > 1) throw new UsageError('add takes one deal');
    const fields = Object.entries(fieldsGiven(given)).filter(([, value]) => value !== null);
    const [file] = positionals;
    if (file === undefined && fields.length === 0) throw new UsageError('add needs options, or JSON in a file or on standard input (-)');
    const record = { ...(file !== undefined && (await readJson(file))), ...Object.fromEntries(fields) };
    return runCommand('add', { record, poster: values['posted-by'], dryRun: values['dry-run'] ?? false });
  },
};

async function readJson(file: string): Promise<object> {
  const name = file === '-' ? 'standard input' : file;
  let json: unknown;
  try {
    json = JSON.parse(await readInput(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${name} is not valid JSON: ${error.message}`);
    throw error;
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new UsageError(`${name} must hold one JSON object, in { and }; for several deals use import`);
}
