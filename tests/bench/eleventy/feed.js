import { feedAddress, SORTS } from '../../../src/features/feeds/address.ts';
import { escapeXml as text } from '../../../src/lib/xml.ts';
import { cards } from './cards.js';
import { link, listOf } from './shell.js';

const section = (title, items) => (items.length === 0 ? '' : `<section><h2>${title}</h2>${cards(items)}</section>`);

/** A page of a feed. */
export const feedBody = ({
  pageData: data,
}) => `<header class="feed-head"><h1>${text(data.title)}</h1><p>${text(data.description)}</p></header>
${data.children.length > 0 && data.page === 1 ? `<nav class="narrower" aria-label="Categories">${listOf(data.children.map(link))}</nav>` : ''}
${section('Hottest right now', data.hottest)}${section('Coupons and cashback', data.offers)}
<section aria-labelledby="items"><div class="feed-bar"><h2 id="items">${data.total} ${data.holds}</h2><nav class="feed-tools__sorts" aria-label="Sort">
${SORTS.map((sort) => `<a href="${text(feedAddress(data.feed, { sort }))}" rel="nofollow">${sort}</a>`).join('')}</nav></div>${cards(data.items)}
<nav class="pager" aria-label="Pages"><a class="pager__step" href="${feedAddress(data.feed, { page: data.page + 1 })}">Next</a>
<span aria-current="page">${data.page}</span> of ${data.pages}</nav></section>`;
