import { atom } from 'nanostores';
import type { Problem } from '../../ui/Form.tsx';
import { pageRegion } from '../../lib/page-region.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { addAlert, type Added } from './add-alert.ts';
import { alertFields, newDraft, type Draft } from './draft.ts';
import { fieldFault } from './field-fault.ts';
import { MESSAGES } from './messages.ts';
import { clearPreview, schedulePreview } from './preview-store.ts';
import { closeAlert } from './store.ts';
import type { AlertSubject } from './subject.ts';

/** An alert that is being made, and how far it is (spec §4, Deal-alert add). */
export interface AddingAlert {
  subject: AlertSubject;
  draft: Draft;
  /** A guest's address; null where somebody is signed in. */
  email: string | null;
  state: 'Initialized' | 'Adding' | 'Succeeded' | 'Failed';
  problem: Problem | null;
  /** Whether it failed because the address is not verified. */
  isUnconfirmed: boolean;
  /** The answer, once it is added. */
  added: Added | null;
}

export const $adding = atom<AddingAlert | null>(null);

/** What was entered and not sent yet, by what it is for. */
const drafts = new Map<string, Draft>();
const keyOf = ({ criteriaId = '', intagid = '' }: AlertSubject) => criteriaId + intagid;

/** Begins an alert, or goes on with the one that was begun. */
export function beginAlert(subject: AlertSubject): void {
  const draft = drafts.get(keyOf(subject)) ?? newDraft(subject, pageRegion());
  const email = mayBeMember() ? null : '';
  $adding.set({ subject, draft, email, state: 'Initialized', problem: null, isUnconfirmed: false, added: null });
  schedulePreview(alertFields(subject, draft), draft.deal, 0);
}

/** Leaves it; what was entered stays for the next time. */
export function leaveAlert(): void {
  $adding.set(null);
  clearPreview();
}

const change = (to: Partial<AddingAlert>) => {
  const now = $adding.get();
  if (now) $adding.set({ ...now, ...to });
};

/** Fields that do not change what an alert finds. */
const NO_CRITERIA = ['title', 'frequency', 'notification'];

/** Changes what is entered, and what the preview shows of it. */
export function changeDraft(to: Partial<Draft>): void {
  const now = $adding.get();
  if (!now) return;
  const draft = { ...now.draft, ...to };
  drafts.set(keyOf(now.subject), draft);
  change({ draft });
  if (Object.keys(to).some((name) => !NO_CRITERIA.includes(name))) schedulePreview(alertFields(now.subject, draft), draft.deal);
}

export const writeEmail = (email: string) => change({ email });

/** Adds the alert, or leads on to what has to be done first. */
export async function submitAlert(): Promise<void> {
  const now = $adding.get();
  if (!now || now.state === 'Adding') return;
  const { subject, draft, email } = now;
  if (draft.notification.length === 0) return change({ state: 'Failed', problem: { at: 'notification', message: MESSAGES.noChannel } });
  const fields = alertFields(subject, draft);
  const fault = fieldFault(fields, pageRegion());
  if (fault) return change({ state: 'Failed', problem: fault, isUnconfirmed: false });
  change({ state: 'Adding', problem: null, isUnconfirmed: false });
  const added = await addAlert(fields, email ?? undefined, closeAlert);
  if (added === 'elsewhere') return;
  if ('problem' in added) {
    const { problem, isUnconfirmed = false, isGuest = false } = added;
    return change({ state: 'Failed', problem, isUnconfirmed, ...(isGuest && { email: email ?? '' }) });
  }
  drafts.delete(keyOf(subject));
  change({ state: 'Succeeded', added: added.added });
}
