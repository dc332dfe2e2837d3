import { ROLES } from '../lib/roles.ts';
import { runCommand, FLAG, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const memberCommandLine: CommandLine = {
  usage: 'NAME [--role administrator|moderator|member] [--unsuspend]',
  summary: "show a member's role and suspension, make somebody an administrator or a moderator or take that back, end a suspension",
  details: ['NAME is the user name. A member who is signed in has the new role from the next page on.'],
  options: { role: TEXT, unsuspend: FLAG },
  optionHelp: { role: 'administrator, moderator or member', unsuspend: 'end a suspension and email the member' },
  run({ positionals, values: { role, unsuspend } }) {
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) throw new UsageError('member needs one user name');
    if (role !== undefined && !ROLES.some((known) => known === role)) throw new UsageError('--role is administrator, moderator or member');
    return runCommand('member', { name, role, unsuspend });
  },
};
