import type { FailureGroup, PicturesOverview } from '../features/pictures/overview.server.ts';
import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';
import { counted } from '../lib/counted.ts';

export const picturesCommandLine: CommandLine = {
  usage: '[--wait] [--retry] [--failed | --json]',
  summary: 'show which pictures from other sites are stored, waiting or failed, and fetch them',
  details: [
    'Pages show copies of pictures that the site keeps. A running site fetches them in the background, two at a time per host;',
    'failed ones are tried again for about six hours.',
  ],
  options: { wait: FLAG, retry: FLAG, failed: FLAG, json: FLAG },
  optionHelp: {
    wait: 'fetch those that are waiting now, and wait until it is done',
    retry: 'try failed ones again',
    failed: 'list failed pictures with their deals',
    json: 'print it as JSON',
  },
  async run({ positionals, values: { wait = false, retry = false, failed = false, json = false } }) {
    if (positionals.length > 0) throw new UsageError('pictures takes no names');
    if (failed && json) throw new UsageError('pictures takes --failed or --json, which holds them all');
    const input = { wait, retry, all: failed || json };
    return runCommand('pictures', input, ({ pictures }) => {
      if (!pictures) return;
      console.log(json ? JSON.stringify(pictures, null, 2) : failed ? failedText(pictures) : overviewText(pictures));
    });
  },
};

/** The state of pictures as the command line prints it. */
export function overviewText({ stored, bytes, wanted, waiting, failed, failures, retries }: PicturesOverview): string {
  if (stored + wanted + failed === 0) return 'No deal has a picture from another site.';
  return [
    `Stored:  ${stored} (${(bytes / 1024 / 1024).toFixed(1)} MiB)`,
    `Waiting: ${wanted}${waiting > 0 ? `, ${waiting} of them for another try` : ''}`,
    `Failed:  ${failed}`,
    ...groupLines('Failed', failures),
    ...groupLines('To be tried again', retries),
    ...(failed > 0
      ? [
          '',
          '"pictures --failed" lists them all. Give a deal another picture with "edit DEAL --image ADDRESS", or try again with "pictures --retry".',
        ]
      : []),
  ].join('\n');
}

const groupLines = (title: string, groups: FailureGroup[]) =>
  groups.length === 0
    ? []
    : [
        '',
        `${title}:`,
        ...groups.map(({ host, reason, count, pictures }) => {
          const deals = [...new Set(pictures.flatMap((picture) => picture.deals))].slice(0, 3);
          const named = deals.length > 0 ? ` (deals ${deals.join(', ')}${count > deals.length ? ', …' : ''})` : '';
          return `  ${host}, ${counted(count, 'picture')}: ${count === 1 ? 'it' : 'each'} ${reason}${named}`;
        }),
      ];

function failedText({ failed, failures }: PicturesOverview): string {
  if (failed === 0) return 'No pictures failed.';
  const listed = failures.flatMap(({ pictures }) => pictures);
  return [
    ...listed.map(({ address, reason, deals }) => `${address} ${reason} (${deals.length > 0 ? `deal ${deals.join(', ')}` : 'no deal'})`),
    ...(failed > listed.length ? [`… and ${failed - listed.length} more`] : []),
  ].join('\n');
}
