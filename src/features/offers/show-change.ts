import type { OfferState } from '../deals/contracts/deal-details.ts';

/**
 * Shows on an open page that an offer expired, or that it works again. The code of one that expired is not offered any more.
 * @param offer its card, its line beside a deal, or its part of its own page
 */
export function showOfferChange(offer: HTMLElement, { isExpired }: OfferState): void {
  const name = offer.classList[0] ?? '';
  const expired = `${name}--expired`;
  if (offer.classList.contains(expired) === isExpired) return;
  offer.classList.toggle(expired, isExpired);
  const before = [...offer.querySelectorAll(`.${name}__state`)];
  for (const state of before) state.remove();
  offer.querySelector('.price')?.classList.toggle('price--expired', isExpired);
  for (const button of offer.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.disabled = isExpired;
  if (!isExpired && name !== 'deal') return;
  const state = document.createElement('strong');
  state.className = `${name}__state`;
  state.classList.toggle('deal__state--again', !isExpired);
  state.textContent = isExpired ? 'Expired' : 'Works again';
  if (name === 'deal') state.role = 'status';
  const title = offer.querySelector(`.${name}__title`);
  if (name === 'offer-card') offer.querySelector('.offer-card__meta')?.prepend(state, ' ');
  else title?.before(state);
}
