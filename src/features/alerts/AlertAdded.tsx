import { useStore } from '@nanostores/react';
import { FormNotice } from '../../ui/FormNotice.tsx';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import { ALERT_PAGE } from './address.ts';
import type { AddingAlert } from './draft-store.ts';
import { wasChanged, wasCreated } from './messages.ts';
import { $preview } from './preview-store.ts';
import { closeAlert } from './store.ts';

/** Says that the alert is there, or that one was there and is changed, in place of its form. */
export function AlertAdded({ adding: { draft, subject, added }, titleId }: { adding: AddingAlert; titleId: string }) {
  const preview = useStore($preview);
  const words = 'found' in preview ? preview.found?.title : undefined;
  return (
    <FormNotice title={added?.changed ? 'Alert changed' : 'Alert created'} titleId={titleId}>
      <p role="status">{added?.changed ? wasChanged(added.changed.title) : wasCreated(draft.title.trim() || words || subject.title)}</p>
      {added?.changed && (
        <a className="button" href={`${ALERT_PAGE}?alertid=${added.alertid}`}>
          Edit alert
        </a>
      )}
      <a className="button" href={ALERTS_PAGE}>
        See your alerts
      </a>
      <button type="button" className="button button--quiet" onClick={closeAlert}>
        Close
      </button>
    </FormNotice>
  );
}
