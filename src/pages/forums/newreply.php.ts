import { replyForm } from '../../features/comments/post.server.ts';

export const ALL = replyForm;
