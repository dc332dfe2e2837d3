import { SingleBar, Presets } from 'cli-progress';
import type { Progress } from '../lib/progress.ts';

const QUIET_MS = 1_000;
const BETWEEN_LINES_MS = 5_000;

interface ShownProgress {
  show(progress: Progress): void;
  /** Clears the bar, so that something else can be printed. */
  pause(): void;
  stop(): void;
}

/** Shows how far a command has come once it takes more than a second: a bar on a terminal, else a line now and then. */
export function showProgress(): ShownProgress {
  const output = process.stderr;
  const bar = output.isTTY
    ? new SingleBar(
        { stream: output, format: '{bar} {percentage}% {phase}', hideCursor: true, clearOnComplete: true },
        Presets.shades_classic,
      )
    : undefined;
  let phase: string | undefined;
  let lastLine = 0;
  let latest: Progress | undefined;
  let quiet = true;

  const draw = (progress: Progress) => {
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
  };

  const pause = () => {
    if (phase) bar?.stop();
    phase = undefined;
    latest = undefined;
  };

  const waiting = setTimeout(() => {
    quiet = false;
    if (latest) draw(latest);
  }, QUIET_MS);
  waiting.unref();

  return {
    show(progress) {
      latest = progress;
      if (!quiet) draw(progress);
    },
    pause,
    stop() {
      clearTimeout(waiting);
      pause();
    },
  };
}
