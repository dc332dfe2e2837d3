import { runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const partnerCommandLine: CommandLine = {
  usage: 'add|list|renew|remove [NAME] [--site URL] [--feeds PATHS]',
  summary: "keep the partners whose sites show this one's deals",
  details: [
    'add NAME --site URL [--feeds PATHS], renew NAME, remove NAME, and list.',
    'A key for /syndicated is shown once, by add and renew. renew replaces the old key.',
  ],
  options: { site: TEXT, feeds: TEXT },
  optionHelp: {
    site: "the partner's site, which may frame the page",
    feeds: 'the feeds that the key gives access to, such as /popular,/category/monitors; all by default',
  },
  async run({ positionals: [action, name, ...more], values: { site, feeds } }) {
    const wants = { add: 'a name and --site', list: 'nothing else', renew: 'a name', remove: 'a name' }[action ?? ''];
    if (wants === undefined) throw new UsageError('partner needs add, list, renew or remove');
    const isWhole = (name !== undefined) === (action !== 'list') && (site !== undefined) === (action === 'add');
    if (!isWhole || more.length > 0 || (feeds !== undefined && action !== 'add')) throw new UsageError(`partner ${action} takes ${wants}`);
    return runCommand('partner', { action, name, site, feeds });
  },
};
