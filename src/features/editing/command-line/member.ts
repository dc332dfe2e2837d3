import { carryOut, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const memberLine: CommandLine = {
  usage: 'NAME [--role moderator|member]',
  summary: "show a member's role, or make somebody a moderator and take that back",
  details: ['NAME is the user name. Who is signed in has the new role from the next page on.'],
  options: { role: TEXT },
  explained: { role: 'moderator or member' },
  run({ positionals, values: { role } }) {
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) throw new UsageError('member needs one user name');
    if (role !== undefined && role !== 'moderator' && role !== 'member') throw new UsageError('--role is moderator or member');
    return carryOut('member', { name, role });
  },
};
