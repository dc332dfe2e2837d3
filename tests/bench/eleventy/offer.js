import { escapeXml as text } from '../../../src/lib/xml.ts';
import { cards, picture, time } from './cards.js';

/** The page of an offer. */
export const offerBody = ({ pageData: data }) => `<article class="deal"><div class="deal__top">
<div class="deal__tile">${picture(data.offer.picture)}</div><div class="deal__box"><h1 class="deal__title">${text(data.offer.dealTitle)}</h1>
<p class="price">${text(data.offer.savingText ?? '')}</p><p class="deal__where">${text(data.offer.store?.name ?? data.offer.maker)}</p>
<p class="coupon">${text(data.offer.code ?? '')}</p><p class="deal__posted">Posted ${time(data.postedAt)}</p></div></div>
<div class="deal__column">${data.description.map((paragraph) => `<p>${text(paragraph)}</p>`).join('')}<p>${text(data.terms)}</p></div></article>
<section class="related"><h2>More</h2>${cards(data.more)}</section>`;
