import { readFileSync } from 'node:fs';
import { amount } from './money.ts';

/** An offer of a fictional store, written by hand. */
export type StoreOffer = {
  store: string;
  offerType: 'coupon' | 'cashback';
  percent?: number;
  amount?: string;
  minimum?: string;
  code?: string;
  days?: number;
  title: string;
  terms: string;
};

/** Reads the offers: each section of the file is a store, each line below it an offer. */
export function storeOffers(): StoreOffer[] {
  let store = '';
  const lines = readFileSync(new URL('inputs/store-offers.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.slice(1).flatMap((line) => {
    const section = /^\[(.+)\]$/.exec(line)?.[1];
    if (section === undefined) return [offerOf(store, line)];
    store = section;
    return [];
  });
}

function offerOf(store: string, line: string): StoreOffer {
  const [offerType, value = '', minimum, code, days, title, terms] = line.split('|').map((field) => field.trim());
  if ((offerType !== 'coupon' && offerType !== 'cashback') || !title || !terms) throw new Error(`not an offer: ${line}`);
  return {
    store,
    offerType,
    ...(value.endsWith('%') ? { percent: Number(value.slice(0, -1)) } : { amount: amount(Number(value.slice(1))) }),
    ...(minimum && { minimum: amount(Number(minimum)) }),
    ...(code && { code }),
    ...(days && { days: Number(days) }),
    title,
    terms,
  };
}
