import { reportForm } from '../../features/reports/report.server.ts';

export const prerender = false;

export const ALL = reportForm;
