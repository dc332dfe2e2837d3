import type { CommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';

const WIDTH = 24;

/** What the commands are. */
export function helpText(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return `npm run site -- COMMAND

${rows.join('\n')}
  help      show this, or how a command is used

"npm run site -- COMMAND --help" shows how a command is used. DEAL is a thread id (1001), an address (/f/1001-…) or
source:sourceId. The site may be running or not; DATA_DIR and DATABASE_URL are those of the site.`;
}

/** How one command is used. */
export function commandHelp(name: string, { usage, summary, details = [], options, optionHelp }: CommandLine): string {
  const rows = Object.entries(options).map(([option, { type }]) => {
    const shown = type === 'string' ? `--${option} …` : `--${option}`;
    return `  ${shown.length < WIDTH ? shown.padEnd(WIDTH) : `${shown} `}${optionHelp[option] ?? ''}`;
  });
  return [
    `npm run site -- ${name} ${usage}`.trimEnd(),
    '',
    `  ${summary}`,
    ...details.map((line) => `  ${line}`),
    ...(rows.length > 0 ? ['', ...rows] : []),
  ].join('\n');
}
