import type { SubmitEvent } from 'react';
import type { PostKind } from './report.ts';
import { openReport } from './store.ts';
import '../../ui/rendered-anew.ts';

interface Props {
  postid: number;
  kind: PostKind;
  isExpired?: boolean;
}

/** Opens the dialog that reports a post. Without script the form leads to a page. */
export function ReportButton({ postid, kind, isExpired = false }: Props) {
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    openReport({ postid, kind, isExpired });
  };
  return (
    <form className="report-button" method="get" action="/account/report" onSubmit={open}>
      <input type="hidden" name="postid" value={postid} />
      <button className={kind === 'comment' ? 'text-button' : 'button button--quiet'}>
        Report{kind === 'comment' && <span className="visually-hidden"> this comment</span>}
      </button>
    </form>
  );
}
