import { formatMoney } from '../../lib/money.ts';

/** How many deals there are, in words; of big totals only that there are more. */
export const counted = (deals: number, more = false): string => `${figure(deals, more)} ${deals === 1 && !more ? 'deal' : 'deals'}`;

/** A count as it is shown beside a choice. */
export const figure = (deals: number, more = false): string => `${deals.toLocaleString('en-US')}${more ? '+' : ''}`;

/** Dollars as they were typed, for people. */
export const dollars = (amount: number): string => formatMoney(Math.round(amount * 100), 'USD').replace(/\.00$/, '');
