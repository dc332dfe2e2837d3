import { saveForm } from '../../features/saved/save.server.ts';

export const prerender = false;

export const ALL = saveForm;
