import { decimal, typedMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { Channel, Frequency } from '../../lib/alert-delivery.ts';
import { criteriaIdOf, readCriteriaId } from './criteria.ts';
import type { AlertSubject } from './subject.ts';

/** What somebody has entered of a new alert, as the fields hold it. */
export interface Draft {
  title: string;
  maxprice: string;
  minpercent: string;
  newlow: boolean;
  coupon: boolean;
  frequency: Frequency;
  notification: Channel[];
  votelevel: string;
  targetforums: number[];
  /** A deal, by address or number, to explain why the alert would have found it or not. It is not part of the alert. */
  deal: string;
}

/** The form begins with what the page narrows its deals by. */
export function newDraft({ criteriaId, maxprice }: Pick<AlertSubject, 'criteriaId' | 'maxprice'>, region: Region): Draft {
  const criteria = criteriaId === undefined ? undefined : readCriteriaId(criteriaId);
  return {
    title: '',
    maxprice: maxprice ?? (criteria?.maxCents === undefined ? '' : typedMoney(criteria.maxCents, region)),
    minpercent: criteria?.minPercent === undefined ? '' : String(criteria.minPercent),
    newlow: false,
    coupon: criteria?.withCoupon ?? false,
    frequency: 'instant',
    notification: ['email'],
    votelevel: '',
    targetforums: [],
    deal: '',
  };
}

const box = (isTicked: boolean): '1' | '0' => (isTicked ? '1' : '0');

/** What was entered, as the calls have it. Empty fields of the folded part are not sent, so that an existing alert keeps its values. */
export const draftFields = ({ title, maxprice, minpercent, coupon, newlow, frequency, notification, votelevel, targetforums }: Draft) => ({
  title: title.trim(),
  maxprice: maxprice.trim(),
  minpercent: minpercent.trim(),
  coupon: box(coupon),
  newlow: box(newlow),
  frequency,
  notification: notification.join(','),
  ...(votelevel.trim() !== '' && { votelevel: votelevel.trim() }),
  ...(targetforums.length > 0 && { targetforums: targetforums.join(',') }),
});

/** The calls' fields of a new alert. */
export type AlertFields = CriteriaFields & ReturnType<typeof draftFields> & { source: string };

/**
 * Puts a page's criteria and what was entered together. Limits that have a field of their own are taken out of the criteria, so that who empties
 * the field lifts the limit.
 */
export const alertFields = (subject: AlertSubject, draft: Draft): AlertFields => ({
  ...criteriaFields(subject),
  ...draftFields(draft),
  source: subject.source,
});

interface CriteriaFields {
  criteriaId?: string;
  intagid?: string;
  minprice?: string;
}

/** The fields of the criteria, without the limits, which have fields of their own in the form. */
export function criteriaFields({ criteriaId, intagid }: Pick<AlertSubject, 'criteriaId' | 'intagid'>): CriteriaFields {
  if (criteriaId === undefined) return intagid === undefined ? {} : { intagid };
  const criteria = readCriteriaId(criteriaId);
  if (!criteria) return { criteriaId };
  const unlimited = criteriaIdOf({ ...criteria, minCents: undefined, maxCents: undefined, minPercent: undefined, withCoupon: false });
  const minprice = criteria.minCents === undefined ? {} : { minprice: decimal(criteria.minCents) };
  return { ...(unlimited !== '' && { criteriaId: unlimited }), ...minprice };
}

/** The `addMethod` of fields (spec §3). */
export const addMethodOf = ({ criteriaId, intagid }: CriteriaFields) => {
  if (criteriaId !== undefined) return 'addByCriteriaId';
  return intagid === undefined ? 'do-add' : 'do-add-widget';
};
