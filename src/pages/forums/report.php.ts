import { reportForm } from '../../features/reports/report.server.ts';

export const ALL = reportForm;
