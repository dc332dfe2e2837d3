import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const flagCommandLine: CommandLine = {
  usage: '[NAME [VALUE]] [--unset]',
  summary: 'print feature flags, or set one',
  details: [
    'VALUE is true, false, a number or text. Pages read flags at /web-api/feature-flag/.',
    'Magpie itself reads nuxt-error-sample-rate alone (docs/api.md); others are for scripts of your own.',
  ],
  options: { unset: FLAG },
  optionHelp: { unset: 'remove the flag; pages then use their default' },
  async run({ positionals: [name, value, ...more], values }) {
    const unset = values['unset'] === true;
    if (more.length > 0 || (unset && (name === undefined || value !== undefined)))
      throw new UsageError('flag takes a name and a value, or a name and --unset');
    return runCommand('flag', { name, value, unset });
  },
};
