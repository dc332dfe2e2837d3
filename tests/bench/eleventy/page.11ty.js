import { dealBody } from './deal.js';
import { feedBody } from './feed.js';
import { offerBody } from './offer.js';
import { aroundPage } from './shell.js';

/** Every page, from its data. */
export const data = {
  pagination: { data: 'pages', size: 1, alias: 'shown' },
  permalink: ({ shown }) => `${shown.folder}/index.html`,
};

const BODIES = { deal: dealBody, feed: feedBody, offer: offerBody };

export function render({ shown: { address, page }, shell }) {
  const body = page ? BODIES[page.pageData.type](page) : `<article class="prose text-page"><h1>${address}</h1></article>`;
  return aroundPage(page, shell, body);
}
