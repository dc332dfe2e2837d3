import { pairsOf } from '../../lib/call.ts';
import type { AlertSubject } from './subject.ts';

/** One alert, new or changed, where no script opens the dialog. */
export const ALERT_PAGE = '/account/alert';

/** Fields by which the plain page of a new alert knows what it is for. */
export const subjectFields = ({ criteriaId, intagid, source, maxprice }: AlertSubject): [string, string][] =>
  pairsOf({ criteriaId, intagid, source, maxprice });

/** The plain page of a new alert. */
export const newAlertPage = (subject: AlertSubject): string => `${ALERT_PAGE}?${new URLSearchParams(subjectFields(subject))}`;
