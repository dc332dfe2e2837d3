import { hasStored } from '../../ui/has-stored.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { reloadWhenStale } from './written.ts';

/** What every page does about comments: most visitors only read, and load nothing for it. */
export function startComments(): void {
  const thread = document.querySelector<HTMLElement>('#comments[data-thread]');
  if (thread) reloadWhenStale(Number(thread.dataset['thread']));
  if (thread && (mayBeMember() || location.hash || hasStored(/^draft:/)))
    void import('./start.ts').then((script) => script.startThread(thread));
}
