import { atom } from 'nanostores';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { resendVerification } from '../client.ts';
import { showError } from '../store.ts';

/** How far sending the mail again has come. */
export const $resend = atom<'idle' | 'sending' | 'sent'>('idle');

export async function resend(): Promise<void> {
  if ($resend.get() === 'sending') return;
  $resend.set('sending');
  const answer = await resendVerification();
  const sent = !isFault(answer) && answer.status === 'success';
  $resend.set(sent ? 'sent' : 'idle');
  if (!sent) showError(MESSAGES.somethingWrong);
}
