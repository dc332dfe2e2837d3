import { once } from 'node:events';
import type { Context } from '../../server/context.ts';
import type { Command } from '../../server/control.ts';
import type { CommandEvent, SiteStatus } from '../command-event.ts';
import type { Progress } from '../../lib/progress.ts';
import type { CommandHandler } from './command-handler.ts';
import { abTestsCommand } from './ab-tests.ts';
import { backupCommands } from './backup.ts';
import { bouncesCommand } from './bounces.ts';
import { checkCommand } from './check.ts';
import { dealCommands } from './deals.ts';
import { demoCommand } from './demo.ts';
import { exportCommand } from './export.ts';
import { flagCommand } from './flag.ts';
import { importCommand } from './import.ts';
import { importsCommands } from './imports.ts';
import { mailCommand } from './mail.ts';
import { memberCommand } from './member.ts';
import { partnerCommand } from './partner.ts';
import { picturesCommand, sharePicturesCommand } from './pictures.ts';
import type { Outcome } from '../../features/publishing/publish-in-this-process.server.ts';
import { failureLines, leftLine, publishCommands, publishingProgress, type PublishingSite } from './publish.ts';
import { reportCommand } from './report.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import { shellCommand } from './shell.ts';
import { synonymsCommand } from './synonyms.ts';
import { textCommand } from './text.ts';
import { countMail } from '../../server/mail/dead-letters.ts';
import { countCatalogue } from '../../features/catalogue/counts.server.ts';
import { keyed, keysOf } from '../../lib/keyed.ts';

/** After how long without a word a command says what it most likely waits for. */
const SILENT_MS = 2_000;
const WAITING = { phase: 'waiting for the database, which may be at work for another command', done: 0, total: 0 };

export interface CommandsOptions {
  /**
   * Called after every command that changed something, so that a running site can publish it.
   * @returns the addresses that it published, and what it could not, as far as it knows them
   */
  onChanged?: (onProgress: (done: number, total: number) => void) => Promise<Outcome> | Promise<void> | undefined;
  /** The running site's way of publishing; without one, commands publish by themselves. */
  site?: PublishingSite;
}

export type CommandName =
  | 'import'
  | 'imports'
  | 'undo-import'
  | 'export'
  | 'add'
  | 'edit'
  | 'follow'
  | 'expire'
  | 'revive'
  | 'delete'
  | 'feature'
  | 'merge'
  | 'schedule'
  | 'demo'
  | 'check'
  | 'backup'
  | 'restore'
  | 'member'
  | 'mail'
  | 'bounces'
  | 'synonyms'
  | 'pictures'
  | 'share-pictures'
  | 'shell'
  | 'text'
  | 'flag'
  | 'ab-tests'
  | 'partner'
  | 'report'
  | 'status'
  | 'publish'
  | 'rollback';

/** The editors' commands by name, for the running site's socket or for a process of their own. */
export function siteCommands(context: Context, { onChanged, site }: CommandsOptions = {}): Record<CommandName, Command> {
  const commands: Record<CommandName, CommandHandler> = {
    import: importCommand(context),
    ...importsCommands(context),
    export: exportCommand(context),
    ...dealCommands(context),
    demo: demoCommand(context),
    check: checkCommand(context),
    ...backupCommands(context),
    ...publishCommands(context, site),
    member: memberCommand(context),
    mail: mailCommand(context),
    bounces: bouncesCommand(context),
    synonyms: synonymsCommand(context),
    pictures: picturesCommand(context),
    'share-pictures': sharePicturesCommand(context),
    shell: shellCommand(context),
    text: textCommand(context),
    flag: flagCommand(context),
    'ab-tests': abTestsCommand(context),
    partner: partnerCommand(context),
    report: reportCommand(context),
    /** Sends `status`. */
    status: async (_input, { send }) => send({ status: await siteStatus(context) }),
  };
  return keyed(keysOf(commands), (name) => commandOf(commands[name], onChanged));
}

function commandOf(command: CommandHandler, onChanged: CommandsOptions['onChanged']): Command {
  return async (input, sendEvent, signal) => {
    const silence = setTimeout(() => void sendEvent({ progress: WAITING }).catch(() => undefined), SILENT_MS);
    const send: typeof sendEvent = (event) => {
      clearTimeout(silence);
      return sendEvent(event);
    };
    const progress = (how: Progress) => {
      signal.throwIfAborted();
      return send({ progress: how } satisfies CommandEvent);
    };
    const publish = async () => {
      if (!onChanged) return;
      await send({ saved: true } satisfies CommandEvent);
      const { report, sent } = publishingProgress(send);
      report(0, 0);
      // If the command is stopped, the site continues publishing without it.
      const outcome = await Promise.race([onChanged(report), aborted(signal)]);
      await sent();
      if (!outcome) return;
      const { changed: published, failed, left = 0 } = outcome;
      if (published.length > 0) await send({ published } satisfies CommandEvent);
      if (failed.length > 0) await send({ messages: failureLines(failed) } satisfies CommandEvent);
      if (left > 0) await send({ messages: [leftLine(left)] } satisfies CommandEvent);
    };
    const finish = async ({ messages, changed }: CommandResult) => {
      await send({ messages } satisfies CommandEvent);
      if (changed) await publish();
    };
    try {
      await command(input, { send, progress, signal, publish, finish });
    } catch (error) {
      if (signal.aborted && error === signal.reason) return await send({ stopped: true } satisfies CommandEvent);
      if (!(error instanceof Refused)) throw error;
      await send({ refused: error.lines } satisfies CommandEvent);
    } finally {
      clearTimeout(silence);
    }
  };
}

const aborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
};

async function siteStatus({ config, db }: Context): Promise<SiteStatus> {
  return {
    pid: process.pid,
    siteUrl: config.siteUrl,
    dataDir: config.dataDir,
    database: config.databaseUrl ? 'server' : 'embedded',
    ...(await countCatalogue(db)),
    mail: await countMail(db),
  };
}
