import { useStore } from '@nanostores/react';
import { FormNotice } from '../../ui/FormNotice.tsx';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import type { AddingAlert } from './draft-store.ts';
import { wasCreated } from './messages.ts';
import { $preview } from './preview-store.ts';
import { closeAlert } from './store.ts';

/** Says that the alert is there, in place of its form. */
export function AlertAdded({ adding: { draft, subject }, titleId }: { adding: AddingAlert; titleId: string }) {
  const preview = useStore($preview);
  const words = 'found' in preview ? preview.found?.title : undefined;
  return (
    <FormNotice title="Alert created" titleId={titleId}>
      <p role="status">{wasCreated(draft.title.trim() || words || subject.title)}</p>
      <a className="button" href={ALERTS_PAGE}>
        See your alerts
      </a>
      <button type="button" className="button button--quiet" onClick={closeAlert}>
        Close
      </button>
    </FormNotice>
  );
}
