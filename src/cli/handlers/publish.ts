import { basename } from 'node:path';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { publishInThisProcess, type Outcome, type PublishScope } from '../../features/publishing/publish-in-this-process.server.ts';
import { requireOwnFolder } from '../../features/publishing/publish-folder.ts';
import { showFiles } from '../../features/publishing/shown-release.ts';
import { rollBack } from '../../features/publishing/rollback.ts';
import type { CommandEvent } from '../command-event.ts';
import type { CommandHandler } from './command-handler.ts';
import { Refused } from '../../lib/refused.ts';
import { counted } from '../../lib/counted.ts';

/** What a running site does about its pages. */
export interface PublishingSite {
  publish(what: PublishScope, onProgress?: (done: number, total: number) => void): Promise<Outcome>;
  /** Shows the release that was chosen last. */
  showCurrent(): Promise<void>;
}

/** Reports the progress of publishing, one event after the other. It continues when the client has disconnected. */
export function publishingProgress(send: (event: CommandEvent) => Promise<void>) {
  let sent = Promise.resolve();
  return {
    report(done: number, total: number): void {
      sent = sent.then(() => send({ progress: { phase: 'publishing', done, total } })).catch(() => undefined);
    },
    /** Resolves once everything that was reported is sent. */
    sent: () => sent,
  };
}

const MOST_NAMED = 20;

/** The messages about pages that could not be published: the first of them, and what happens next. */
export const failureLines = (failed: Outcome['failed']): string[] => [
  ...failed.slice(0, MOST_NAMED).map(({ target, message }) => `${target} keeps its old pages: ${message}`),
  ...(failed.length > MOST_NAMED ? [`… and ${failed.length - MOST_NAMED} more`] : []),
  'A running site tries them again every half minute; its log says more.',
];

/** The message about pages that a site compares after the command. */
export const leftLine = (left: number): string =>
  `The site goes on by itself: ${counted(left, 'page')} more may show the change. "publish" waits for all of them.`;

const publishInput = z.strictObject({ all: z.boolean() });

/** Publishing by command: each sends `messages`, and `published` with the addresses. */
export function publishCommands(context: Context, site?: PublishingSite): Record<'publish' | 'rollback', CommandHandler> {
  const publish: PublishingSite['publish'] = site?.publish ?? ((what, onProgress) => publishInThisProcess(context, what, onProgress));
  return {
    async publish(input, { send }) {
      const { all } = publishInput.parse(input);
      const progress = publishingProgress(send);
      const { changed, failed } = await publish(all ? 'everything' : 'waiting', progress.report);
      await progress.sent();
      if (changed.length > 0) await send({ published: changed });
      if (changed.length > 0) await send({ messages: [`Published ${counted(changed.length, 'address', { plural: 'addresses' })}.`] });
      else if (failed.length === 0) await send({ messages: ['Every page is up to date.'] });
      if (failed.length > 0) throw new Refused(...failureLines(failed));
    },

    async rollback(_input, { send }) {
      const { publishDir } = context.config;
      if (!site) requireOwnFolder(context.config);
      const release = await rollBack(publishDir);
      if (site) await site.showCurrent();
      else await showFiles(publishDir, release);
      await send({ messages: [`The site shows release ${basename(release)} again. npm run build makes a new one.`] });
    },
  };
}
