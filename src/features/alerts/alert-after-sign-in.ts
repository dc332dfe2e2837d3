import type { PendingAction } from '../accounts/pending-action.ts';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import { showBar } from './alert-bar.ts';
import { loadAlerts, sendAlert } from './client.ts';
import type { AlertFields } from './draft.ts';
import { MESSAGES, wasChanged, wasCreated } from './messages.ts';
import { notePageAdded } from './note-added.ts';

/** Says that a guest's alert is there. Where signing in did not make it, it is made now. */
export async function finishAlert({ criteriaId, fields }: PendingAction<'alert'>): Promise<void> {
  const isThere = async (wanted = criteriaId) => (await loadAlerts())?.find((alert) => alert.criteriaId === wanted);
  const made = await isThere();
  if (made) return showAdded(made.title);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what was sent before signing in, which accounts keep as texts
  const answer = await sendAlert(fields as unknown as AlertFields);
  if ('success' in answer && answer.success && answer.changed) return showThere(wasChanged(answer.changed.title));
  if ('success' in answer && answer.success) return showAdded((await isThere(answer.criteriaId))?.title ?? fields['title'] ?? '');
  const text = 'unconfirmed' in answer ? MESSAGES.unconfirmed : 'message' in answer ? answer.message : MESSAGES.notCreated;
  showBar({ text, link: SEE_ALERTS });
}

const SEE_ALERTS = { name: 'See your alerts', href: ALERTS_PAGE };

const showAdded = (title: string) => showThere(wasCreated(title));

function showThere(text: string): void {
  notePageAdded();
  showBar({ text, link: SEE_ALERTS });
}
