import { restorable, rowsOf } from '../../server/db/row-fields.ts';

const COMMENTS = rowsOf('comments', 'post_id');

/** Comments whose fields can be put back. */
export const COMMENT_ROWS = restorable(COMMENTS, {
  thread_id: rowsOf('deals', 'thread_id'),
  parent_id: COMMENTS,
  user_id: rowsOf('members', 'user_id'),
});
