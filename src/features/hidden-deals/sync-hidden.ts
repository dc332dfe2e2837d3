import { isFault, postForm } from '../session/calls.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { hideCall } from './contracts/hide.ts';
import { afterSync } from './hidden.ts';
import { storeHidden, storedHidden } from './stored-hidden.ts';

/** How often the account's list, with changes from other browsers, is read, in milliseconds. */
const READ_EVERY_MS = 10 * 60_000;

let underWay: Promise<void> = Promise.resolve();

/** Sends the member's account what was hidden here, and reads what was hidden elsewhere, which the next page then shows. */
export function syncHidden({ isPressed }: { isPressed: boolean }): Promise<void> {
  if (mayBeMember() && (isPressed || isDue())) underWay = underWay.then(sync);
  return underWay;
}

function isDue(): boolean {
  const { unsent, syncedAt } = storedHidden();
  return unsent.size > 0 || Date.now() - syncedAt > READ_EVERY_MS;
}

async function sync(): Promise<void> {
  const sent = storedHidden().unsent;
  // The last hidden first, as the account lists them.
  const choices = [...sent].toReversed();
  const of = (isHidden: boolean) => choices.filter(([, value]) => value === isHidden).map(([id]) => String(id));
  const answer = await postForm(hideCall, { 'hide[]': of(true), 'show[]': of(false) });
  // After a failure the changes remain to be sent the next time.
  if (!isFault(answer) && 'hidden' in answer) storeHidden(afterSync(storedHidden(), sent, answer.hidden, Date.now()));
}
