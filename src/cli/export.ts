import type { CommandEvent } from './command-event.ts';
import { exportTarget } from './export-target.ts';
import { isJsonLines } from './json-lines.ts';
import { runCommand, resolvePath, Stopped, TEXT, UsageError, watchSignals, type CommandLine } from './command-line.ts';

export const exportCommandLine: CommandLine = {
  usage: '[FILE] [--source NAME]',
  summary: 'write everything in the format that import reads, to FILE or standard output',
  options: { source: TEXT },
  optionHelp: { source: 'only members, deals, comments and offers of this source' },
  async run({ positionals, values }) {
    if (positionals.length > 1) throw new UsageError('export writes one file');
    const [file] = positionals;
    if (file !== undefined && !isJsonLines(file)) {
      throw new UsageError(`an export is JSON lines: its name ends in .jsonl or .ndjson (or one of these and .gz), not as ${file} does`);
    }
    // Before the file is begun: a signal that ends the process at once would leave it behind.
    const stopping = watchSignals('export');
    const target = await exportTarget(file === undefined ? undefined : resolvePath(file));
    try {
      // Where the file cannot be written, the event that says so holds no lines.
      const write = ({ lines }: CommandEvent) => lines && target.write(lines);
      const code = await runCommand('export', { source: values['source'] }, write, { stopping });
      await (code === 0 ? target.finish() : target.discard());
      return code;
    } catch (error) {
      await target.discard();
      throw error instanceof Stopped && file === undefined ? new Stopped(error.signal, 'Stopped: the output is incomplete.') : error;
    }
  },
};
