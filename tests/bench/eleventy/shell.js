import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import { escapeXml as text } from '../../../src/lib/xml.ts';

/** A link of the header or the footer, or one of the catalogue's. */
export const link = ({ name, path, title = name, href = path, url = href }) => `<a href="${url}">${text(title)}</a>`;
export const listOf = (items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const dataBlock = (data, attributes) => `<script ${attributes}>${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped)}</script>`;

/** The whole document. */
export function aroundPage(page, shell, body) {
  const metadata = page?.pageMetadata;
  const canonical = shell.siteUrl + (metadata?.canonical ?? '');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(metadata?.title ?? '')}</title><meta name="description" content="${text(metadata?.description ?? '')}">
<link rel="preload" href="/_astro/magpie-sans.woff2" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="/_astro/site.css">
<script src="/_astro/theme-first.js"></script><style>@view-transition { navigation: auto; }</style><link rel="canonical" href="${canonical}">
<meta property="og:site_name" content="${text(shell.siteName)}"><meta property="og:type" content="website">
<meta property="og:title" content="${text(metadata?.title ?? '')}"><meta property="og:description" content="${text(metadata?.description ?? '')}">
<meta property="og:url" content="${canonical}"><meta property="og:image" content="${shell.siteUrl}${metadata?.image ?? ''}">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#f3f5f9" media="(prefers-color-scheme: light)"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
${
  page
    ? structuredData(page, shell)
        .map((data) => dataBlock(data, 'type="application/ld+json"'))
        .join('')
    : ''
}
${metadata ? dataBlock(metadata.dataLayer, 'type="application/json" id="data-layer"') : ''}</head>
<body class="shell"><a class="skip-link" href="#content">Skip to content</a><div class="loading-bar" data-loading-bar hidden></div>
${header(shell)}<main id="content" class="shell__main" tabindex="-1">${breadcrumbs(page?.pageLayout.breadcrumbs ?? [])}${body}</main>${footer(shell)}
<script type="module" src="/_astro/page-script.js"></script></body></html>`;
}

const breadcrumbs = (crumbs) =>
  crumbs.length === 0
    ? ''
    : `<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>${crumbs.map((crumb) => `<li>${link(crumb)}</li>`).join('')}</ol></nav>`;

const header = ({
  siteName,
  header: { textLinks, trending },
}) => `<header class="header"><p class="header__disclaimer">${text(siteName)} is community-supported.
We may get paid by brands for deals, including promoted items.</p><div class="header__row"><a class="header__logo" href="/">${text(siteName)}</a>
<form class="search-box" action="/search" method="get" role="search"><label class="visually-hidden" for="search-text">Search</label>
<input class="search-box__text" id="search-text" type="search" name="q" placeholder="Search deals, coupons, stores and more..." maxlength="200">
<input type="hidden" name="searcharea" value="deals"><input type="hidden" name="searchin" value="first">
<button class="search-box__button icon-button" aria-label="Search"></button></form>
<nav class="header__links" aria-label="Main">${textLinks.map(link).join('')}</nav></div>
<nav class="trending" aria-labelledby="trending-label"><span class="trending__label" id="trending-label">Trending</span>${listOf(trending.map(link))}</nav>
<nav class="menu" id="menu" popover aria-label="Menu">${listOf([...textLinks, ...trending].map(link))}</nav></header>`;

const footer = ({
  siteName,
  year,
  footer: { linkSections, experiences },
}) => `<footer class="footer"><div class="footer__sections">${linkSections
  .map(({ heading, links }) => `<section><h2>${heading}</h2>${listOf(links.map(link))}</section>`)
  .join('')}</div><div class="footer__end"><p>© 1999–${year} ${text(siteName)}</p>
<nav class="footer__experiences" aria-label="Experience">${experiences.map(({ content, url }) => link({ title: content, url })).join('')}</nav></div></footer>`;
