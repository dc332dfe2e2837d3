import { exportTarget } from './export-target.ts';
import { runCommand, resolvePath, Stopped, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const exportCommandLine: CommandLine = {
  usage: '[FILE] [--source NAME]',
  summary: 'write everything in the format that import reads, to FILE or standard output',
  options: { source: TEXT },
  optionHelp: { source: 'only members, deals, comments and offers of this source' },
  async run({ positionals, values }) {
    if (positionals.length > 1) throw new UsageError('export writes one file');
    const target = await exportTarget(positionals[0] && resolvePath(positionals[0]));
    try {
      const code = await runCommand('export', { source: values['source'] }, (event) => target.write(event.lines ?? []));
      await target.finish();
      return code;
    } catch (error) {
      await target.discard();
      throw error instanceof Stopped && positionals.length === 0 ? new Stopped(error.signal, 'Stopped: the output is incomplete.') : error;
    }
  },
};
