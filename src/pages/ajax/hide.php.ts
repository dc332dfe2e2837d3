import { hideForm } from '../../features/hidden-deals/hide.server.ts';

export const prerender = false;

export const ALL = hideForm;
