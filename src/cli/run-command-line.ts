import { constants } from 'node:os';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { plainFault } from '../server/plain-fault.ts';
import { ReaderGone, Stopped, UsageError, type CommandLine } from './command-line.ts';
import { commandHelp, helpText } from './help.ts';
import { COMMANDS } from './commands.ts';
import { closestWords } from '../features/search/closest.ts';
import { Refused } from '../lib/refused.ts';

const HELP = new Set(['help', '--help', '-h']);

/**
 * Carries out what was typed behind `npm run site --`.
 * @returns the exit code: 0 done, 1 refused or bad data, 2 wrong usage, 128 and its number when a signal stopped it
 */
export async function runCommandLine([name = 'help', ...args]: string[]): Promise<number> {
  if (HELP.has(name)) return showHelp(args);
  const command = commandNamed(name);
  if (!command) return unknownCommand(name);
  try {
    const { values, positionals } = readArguments(name, command, args);
    if (values['help']) return say(commandHelp(name, command));
    return await command.run({ values, positionals });
  } catch (error) {
    if (error instanceof UsageError) return misuse(error.message, commandHelp(name, command));
    if (error instanceof Stopped) {
      console.error(error.message);
      return 128 + constants.signals[error.signal];
    }
    if (error instanceof Refused) {
      console.error(error.lines.join('\n'));
      return 1;
    }
    if (error instanceof ReaderGone) return 0;
    console.error(plainFault(error) ?? `It failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

const commandNamed = (name: string): CommandLine | undefined => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined);

function showHelp([name, ...more]: string[]): number {
  if (name === undefined || HELP.has(name)) return say(helpText());
  const command = commandNamed(name);
  if (!command) return unknownCommand(name);
  return more.length > 0 ? misuse('help takes one command', helpText()) : say(commandHelp(name, command));
}

const unknownCommand = (name: string): number =>
  misuse(name.startsWith('-') ? `the command comes first, then ${name}` : `there is no command "${name}"`, helpText());

function readArguments(command: string, { options }: CommandLine, args: string[]) {
  const all: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean', short: 'h' } };
  requireKnown(command, all, args);
  try {
    const { tokens, ...given } = parseArgs({ args, options: all, allowPositionals: true, tokens: true });
    const valued = tokens.flatMap((token) => (token.kind === 'option' && token.value !== undefined ? token.name : []));
    // The first of two values would be left out without a word.
    const twice = valued.find((name, at) => all[name]?.multiple !== true && valued.indexOf(name) < at);
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice, and takes one value`);
    return given;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** @throws UsageError when an option is none of the command's, with the one that was most likely meant */
function requireKnown(command: string, options: ParseArgsOptionsConfig, args: string[]): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind !== 'option') return;
  const { name, rawName } = unknown;
  const [meant] = closestWords(
    name,
    Object.keys(options).map((word) => ({ word, deals: 0 })),
  );
  const hint = meant
    ? `; did you mean --${meant.word}?`
    : rawName.startsWith('--')
      ? ''
      : '; a value or name that begins with - comes behind --, after all options';
  throw new UsageError(`${command} has no option ${rawName}${hint}`);
}

function say(text: string): number {
  console.log(text);
  return 0;
}

function misuse(message: string, help: string): number {
  console.error(`${message}\n\n${help}`);
  return 2;
}
