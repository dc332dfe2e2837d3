import { editForm } from '../../features/comments/edit.server.ts';

export const prerender = false;

export const ALL = editForm;
