import { replyForm } from '../../features/comments/post.server.ts';

export const prerender = false;

export const ALL = replyForm;
