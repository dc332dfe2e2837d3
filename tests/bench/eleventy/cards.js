import { pictureSource } from '../../../src/features/deals/pictures.ts';
import { shownPrice } from '../../../src/features/deals/words.ts';
import { formatDate } from '../../../src/lib/dates.ts';
import { splitPrice } from '../../../src/lib/money.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { escapeXml as text } from '../../../src/lib/xml.ts';
import { listOf } from './shell.js';

export const time = (at) => `<time datetime="${at}" data-ago>${formatDate(at, DEFAULT_REGION)}</time>`;

export function picture(of) {
  const source = pictureSource(of);
  return `<span class="picture picture--${of.tint}"><span class="picture__initial" aria-hidden="true">${text(of.initial)}</span>${
    source ? `<img src="${source}" alt="" width="200" height="200" loading="lazy" decoding="async">` : ''
  }</span>`;
}

export function price(deal) {
  const shown = shownPrice(deal.finalPriceText);
  const { whole, cents } = splitPrice(shown);
  const prior = deal.priorPriceText;
  return `<p class="price"><span class="price__now"><span class="visually-hidden">${deal.isExpired ? 'Price was' : 'Price'} ${shown}</span>
<span aria-hidden="true">${whole}${cents ? `<span class="price__cents">${cents}</span>` : ''}</span></span>${
    prior
      ? `<span class="price__compared" title="Lowest price of the 30 days before"><span class="visually-hidden">, lowest of the 30 days before ${prior}</span>
<s aria-hidden="true">${prior}</s></span>`
      : ''
  }${deal.percentOff ? `<span class="price__badge"><span class="visually-hidden">, </span>−${deal.percentOff}%</span>` : ''}</p>`;
}

export const votes = ({ postid, score }) => `<form class="votes" method="post" action="/forums/sdthreadrate_ajax.php">
<input type="hidden" name="postid" value="${postid}"><input type="hidden" name="votetypeid" value="1">
<button class="votes__button" name="vote" value="1" aria-label="Vote up" aria-pressed="false">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 4l7 8h-4v4H7v-4H3z"></path></svg></button>
<output class="votes__score" aria-label="Score">${score}</output>
<button class="votes__button votes__button--down" name="vote" value="-1" aria-label="Vote down" aria-pressed="false">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 16l7-8h-4V4H7v4H3z"></path></svg></button>
<p class="votes__message" role="status"></p></form>`;

const dealCard = (deal) => `<article class="deal-card"><div class="deal-card__tile">${picture(deal.picture)}</div>
<div class="deal-card__body"><h3 class="deal-card__title"><a href="${deal.path}">${text(deal.dealTitle)}</a></h3>${price(deal)}
<p class="deal-card__store">${deal.isExpired ? '<strong class="deal-card__state">Expired</strong>' : ''}<span>${text(deal.store.name)}</span>
${deal.couponCode ? '<span class="chip">Coupon</span>' : ''}</p></div><div class="deal-card__foot">${votes(deal)}<p class="deal-card__meta">
<a href="${deal.path}#comments" class="deal-card__comments"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 4h14v9H9l-4 4v-4H3z"></path></svg>
${deal.commentCount}<span class="visually-hidden"> comments on ${text(deal.dealTitle)}</span></a>${time(deal.postedAt)}</p></div></article>`;

const offerCard = (offer) => `<article class="offer-card"><div class="offer-card__tile">${picture(offer.picture)}</div>
<div class="offer-card__body"><p class="offer-card__saving">${text(offer.savingText ?? '')}</p>
<h3 class="offer-card__title"><a href="${offer.path}">${text(offer.dealTitle)}</a></h3>
<p class="offer-card__meta">${offer.isExpired ? `<strong class="offer-card__state">Expired</strong>` : ''}
<span>${text(offer.store?.name ?? offer.maker)}</span></p></div>
<span class="chip">${offer.offerType === 'cashback' ? 'Cashback' : text(offer.code)}</span></article>`;

/** Cards of deals and of offers. */
export const cards = (items) => listOf(items.map((item) => ('pcoId' in item ? offerCard(item) : dealCard(item))));
