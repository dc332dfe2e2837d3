import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { FormNotice } from '../../ui/FormNotice.tsx';
import { MESSAGES } from './contracts/report.ts';
import { ReportFields } from './ReportFields.tsx';
import { $reportable, closeReport, type Reportable } from './store.ts';

const TITLE_ID = 'report-title';

/** The dialog that reports a post. */
export function ReportDialog() {
  const post = useStore($reportable, { ssr: 'initial' });
  return post && <OpenDialog key={post.postid} post={post} />;
}

function OpenDialog({ post }: { post: Reportable }) {
  const [isSent, setSent] = useState(false);
  return (
    <Modal layout={{ small: 'drawer', large: 'center' }} labelledBy={TITLE_ID} onClose={closeReport}>
      {isSent ? (
        <FormNotice title="Report sent" titleId={TITLE_ID}>
          <p role="status">{MESSAGES.thanks}</p>
          <button type="button" className="button" onClick={closeReport}>
            Close
          </button>
        </FormNotice>
      ) : (
        <>
          <h2 className="modal__title" id={TITLE_ID}>
            Report this {post.kind}
          </h2>
          <ReportFields post={post} onSent={() => setSent(true)} />
        </>
      )}
    </Modal>
  );
}
