import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { AlertAdded } from './AlertAdded.tsx';
import { AlertForm } from './AlertForm.tsx';
import { DealCheck } from './DealCheck.tsx';
import { $adding, beginAlert, leaveAlert } from './draft-store.ts';
import { FoundDeals } from './FoundDeals.tsx';
import { $alertSubject, closeAlert } from './store.ts';
import type { AlertSubject } from './subject.ts';

const TITLE_ID = 'alert-title';

/** The dialog that makes a deal alert. */
export function AlertDialog() {
  const subject = useStore($alertSubject, { ssr: 'initial' });
  return subject && <OpenDialog subject={subject} />;
}

function OpenDialog({ subject }: { subject: AlertSubject }) {
  const adding = useStore($adding);
  useEffect(() => {
    beginAlert(subject);
    return leaveAlert;
  }, [subject]);
  const isAdded = adding?.state === 'Succeeded';
  return (
    <Modal
      layout={{ small: 'drawer', large: 'center' }}
      labelledBy={TITLE_ID}
      aside={
        isAdded ? undefined : (
          <>
            <FoundDeals />
            {adding && <DealCheck deal={adding.draft.deal} />}
          </>
        )
      }
      onClose={closeAlert}
    >
      {isAdded ? (
        <AlertAdded adding={adding} titleId={TITLE_ID} />
      ) : (
        <>
          <h2 className="modal__title" id={TITLE_ID}>
            Create deal alert
          </h2>
          <p className="alert-subject">{subject.title}</p>
          {adding && <AlertForm adding={adding} />}
        </>
      )}
    </Modal>
  );
}
