import { SingleBar, Presets } from 'cli-progress';
import type { ImportProgress } from './import.server.ts';

const QUIET_MS = 1_000;
const BETWEEN_LINES_MS = 5_000;

/** Shows how far an import has come once it takes more than a second: a bar on a terminal, else a line now and then. */
export function showProgress(output: NodeJS.WriteStream = process.stderr): { show(progress: ImportProgress): void; stop(): void } {
  const began = Date.now();
  const bar = output.isTTY
    ? new SingleBar(
        { stream: output, format: '{bar} {percentage}% {phase}', hideCursor: true, clearOnComplete: true },
        Presets.shades_classic,
      )
    : undefined;
  let phase: ImportProgress['phase'] | undefined;
  let lastLine = began;

  const stop = () => {
    if (phase) bar?.stop();
    phase = undefined;
  };

  return {
    show(progress) {
      if (Date.now() - began < QUIET_MS) return;
      const { done, total } = progress;
      if (bar) {
        if (!phase) bar.start(total, done, { phase: progress.phase });
        bar.setTotal(Math.max(total, 1));
        bar.update(done, { phase: progress.phase });
      } else if (progress.phase !== phase || Date.now() - lastLine >= BETWEEN_LINES_MS) {
        lastLine = Date.now();
        output.write(total > 0 ? `${progress.phase} ${Math.floor((100 * done) / total)} %\n` : `${progress.phase}\n`);
      }
      phase = progress.phase;
    },
    stop,
  };
}
