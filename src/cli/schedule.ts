import { runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const scheduleCommandLine: CommandLine = {
  usage: 'DEAL [--starts DATE] [--expires DATE]',
  summary: 'set when a deal appears and when it expires; "none" clears a date',
  options: { starts: TEXT, expires: TEXT },
  optionHelp: {
    starts: 'such as 2026-01-31 (when it begins in SITE_TIMEZONE), "2026-01-31 12:00" or 2026-01-31T12:00:00+02:00, or none',
    expires: 'likewise; a day without a time means the end of that day',
  },
  run({ positionals, values }) {
    const [deal] = positionals;
    if (deal === undefined || positionals.length > 1) throw new UsageError('schedule needs one deal');
    if (values['starts'] === undefined && values['expires'] === undefined)
      throw new UsageError('schedule needs --starts, --expires or both');
    return runCommand('schedule', { deal, starts: values['starts'], expires: values['expires'] });
  },
};
