import { editForm } from '../../features/comments/edit.server.ts';

export const ALL = editForm;
