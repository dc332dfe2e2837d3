import type { CommandResult } from '../../lib/command-result.ts';
import type { Progress } from '../../lib/progress.ts';
import type { CommandEvent } from '../command-event.ts';

/** Sends the events of a command to its client, one after the other. */
interface Reporter {
  send(event: CommandEvent): Promise<void>;
  /** Reports progress; throws once the command was stopped, so it must not be called after the last write. */
  progress(progress: Progress): Promise<void>;
  /** Aborted once the command was stopped. */
  signal: AbortSignal;
  /** Publishes what was changed, and sends the addresses. */
  publish(): Promise<void>;
  /** Reports what was done, and has the site publish it. */
  finish(done: CommandResult): Promise<void>;
}

/** A command; it throws `Refused` when it cannot be carried out. */
export type CommandHandler = (input: unknown, reporter: Reporter) => Promise<void>;
