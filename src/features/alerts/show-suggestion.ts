import type { Visit } from '../activity/activity.ts';
import { pageRegion } from '../../lib/page-region.ts';
import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import { hideBar, showBar } from './alert-bar.ts';
import { loadAlerts, sendAlert } from './client.ts';
import { alertFields, newDraft } from './draft.ts';
import { MESSAGES, wasChanged, wasCreated } from './messages.ts';

/** Offers an alert for what somebody looks at often. */
export function showSuggestion(visit: Visit, criteriaId: string): void {
  const title = visit.kind === 'categories' ? visit.title : visit.id;
  const subject = { criteriaId, title, source: visit.kind === 'categories' ? 'category' : 'search' } as const;
  // A whole category brings many deals: a daily mail is the default.
  const fields = { ...alertFields(subject, { ...newDraft(subject, pageRegion()), frequency: 'daily' }), source: 'suggestion' };

  const add = async () => {
    const answer = await sendAlert(fields);
    if ('doLogin' in answer) {
      hideBar();
      return requireMember({ kind: 'alert', criteriaId: answer.criteriaId, fields: { ...fields } });
    }
    if ('unconfirmed' in answer) {
      queuePopups(['drawer']);
      return offer(MESSAGES.unconfirmed);
    }
    if (!answer.success) return offer(answer.message);
    const link = { name: 'Change it', href: ALERTS_PAGE };
    if (answer.changed) return showBar({ text: wasChanged(answer.changed.title), link });
    const made = (await loadAlerts())?.find(({ alertid }) => alertid === answer.alertid);
    return showBar({ text: wasCreated(made?.title ?? title), link });
  };
  const offer = (text: string) =>
    showBar({
      text,
      link: { name: 'Why this shows', href: '/for-you#personal' },
      action: { name: 'Tell me daily', act: () => void add() },
      close: 'No thanks',
    });
  offer(visit.kind === 'categories' ? `Get alerts for new ${title}?` : `Get alerts for “${title}”?`);
}
