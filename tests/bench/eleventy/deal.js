import { clickPath } from '../../../src/features/deals/deal.ts';
import { priceChart } from '../../../src/features/deals/price-history.ts';
import { formatDate } from '../../../src/lib/dates.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { escapeXml as text } from '../../../src/lib/xml.ts';
import { cards, picture, price, time, votes } from './cards.js';
import { listOf } from './shell.js';

/** The page of a deal. */
export const dealBody = ({ pageData: data }) => `<article class="deal"><div class="deal__top">
<div class="deal__tile">${picture(data.deal.picture)}</div><div class="deal__box">${data.deal.isExpired ? '<p class="deal__state">Expired</p>' : ''}
<h1 class="deal__title">${text(data.deal.dealTitle)}</h1>${price(data.deal)}
<p class="deal__where">at <a href="/store/${data.deal.store.slug}">${text(data.deal.store.name)}</a>
${data.deal.brand ? ` · by <a href="/brand/${data.deal.brand.slug}">${text(data.deal.brand.name)}</a>` : ''}</p>
<div class="deal__actions">${data.deal.couponCode ? `<button class="coupon" data-copy="${text(data.deal.couponCode)}">Copy code</button>` : ''}
<a class="button button--strong" href="${text(clickPath('DEAL', data.deal.threadId))}" rel="sponsored nofollow noopener" target="_blank">Get deal</a>
<p class="get-deal__host" id="destination">Opens ${data.deal.store.host} in a new tab</p></div>
${data.variants.length > 0 ? `<section class="deal__variants"><h2>Also covers</h2>${listOf(data.variants.map(text))}</section>` : ''}
<div class="deal__foot">${votes(data.deal)}<button class="button button--quiet" data-share data-share-title="${text(data.deal.dealTitle)}">Share</button></div>
<p class="deal__posted">Posted ${time(data.deal.postedAt)} ${text(data.postedBy ?? '')} · updated ${time(data.updatedAt)}</p></div></div>
<div class="deal__column"><section class="prose" aria-labelledby="about"><h2 id="about">About this deal</h2>
${data.description.map((paragraph) => `<p>${text(paragraph)}</p>`).join('')}</section>${priceHistory(data)}${thread(data)}</div></article>
<section class="related" aria-labelledby="related"><h2 id="related">More in ${text(data.deal.category.name)}</h2>${cards(data.related)}</section>`;

function priceHistory({ prices, currency }) {
  const money = (cents) => formatMoney(cents, currency, DEFAULT_REGION.locale);
  const chart = priceChart(prices, money);
  if (!chart) return '';
  const rows = prices.map(({ on, cents }) => `<tr><td>${formatDate(on, DEFAULT_REGION)}</td><td>${money(cents)}</td></tr>`);
  return `<section class="price-history"><h2>Price history</h2><p class="price-history__facts">Lowest seen <strong>${money(chart.lowest.cents)}</strong>
on ${formatDate(chart.lowest.on, DEFAULT_REGION)} · average <strong>${money(chart.average.cents)}</strong> over ${prices.length} observations</p>
<svg viewBox="0 0 ${chart.width} ${chart.height}" role="img">${chart.ticks
    .map(
      ({ y, cents }) => `<g><line class="price-history__grid" x1="${chart.left}" x2="${chart.right}" y1="${y}" y2="${y}"></line>
<text class="price-history__label" x="${chart.left - 8}" y="${y + 4}" text-anchor="end">${money(cents)}</text></g>`,
    )
    .join('')}<path class="price-history__area" d="${chart.area}"></path><path class="price-history__line" d="${chart.line}"></path>
${chart.dates.map(({ x, on }) => `<text class="price-history__label" x="${x}" y="${chart.height - 10}">${formatDate(on, DEFAULT_REGION)}</text>`).join('')}
<circle class="price-history__lowest" cx="${chart.lowest.x}" cy="${chart.lowest.y}" r="5"></circle></svg>
<details><summary>Prices as a table</summary><table><tbody>${rows.join('')}</tbody></table></details></section>`;
}

const thread = ({ deal, comments }) => `<section class="thread" id="comments"><h2>${deal.commentCount} comments</h2>
<ol class="thread__list">${comments.map(comment).join('')}</ol></section>`;

const comment = ({ postid, username, postedAt, bodyHtml, score }) => `<li class="comment" id="post${postid}">
<span class="comment__avatar" aria-hidden="true">${text(username.slice(0, 1).toUpperCase())}</span><div class="comment__body">
<p class="comment__head"><strong>${text(username)}</strong> <a href="#post${postid}">${time(postedAt)}</a></p>${bodyHtml}
<p class="comment__score">${score} <span class="visually-hidden">votes</span></p></div></li>`;
