import type { FailureGroup, PicturesOverview } from '../features/pictures/overview.server.ts';
import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const picturesLine: CommandLine = {
  usage: '[--wait] [--retry] [--failed | --json]',
  summary: 'show which pictures of other servers are stored, wanted and failed, and fetch them',
  details: [
    'Pages show copies of pictures that the site has fetched. The running site fetches them in the background, two at a time of each host;',
    'what fails is tried again for some six hours.',
  ],
  options: { wait: FLAG, retry: FLAG, failed: FLAG, json: FLAG },
  explained: {
    wait: 'fetch what is wanted at once, and wait for it',
    retry: 'try those that failed again',
    failed: 'list each picture that failed, with its deals',
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

const counted = (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'}`;

/** What the command line says of pictures. */
export function overviewText({ stored, bytes, wanted, waiting, failed, failures, retries }: PicturesOverview): string {
  if (stored + wanted + failed === 0) return 'No deal has a picture of another server.';
  return [
    `Stored:  ${stored} (${(bytes / 1024 / 1024).toFixed(1)} MiB)`,
    `Wanted:  ${wanted}${waiting > 0 ? `, of which ${waiting} wait for another try` : ''}`,
    `Failed:  ${failed}`,
    ...groupLines('Failed', failures),
    ...groupLines('Tried again later', retries),
    ...(failed > 0
      ? [
          '',
          'Each of them: "pictures --failed". Give a deal another picture with "edit DEAL --image ADDRESS", or try again with "pictures --retry".',
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
          return `  ${host}, ${counted(count)}: ${count === 1 ? 'it' : 'each'} ${reason}${named}`;
        }),
      ];

function failedText({ failed, failures }: PicturesOverview): string {
  if (failed === 0) return 'No picture failed.';
  const listed = failures.flatMap(({ pictures }) => pictures);
  return [
    ...listed.map(({ address, reason, deals }) => `${address} ${reason} (${deals.length > 0 ? `deal ${deals.join(', ')}` : 'no deal'})`),
    ...(failed > listed.length ? [`… and ${failed - listed.length} more`] : []),
  ].join('\n');
}
