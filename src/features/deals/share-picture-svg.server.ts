import { beginsRightToLeft } from '../../lib/bidi-controls.ts';
import { escapeXml } from '../../lib/xml.ts';
import { breakLines, shortened } from './break-lines.ts';
import type { DealCard } from './card.ts';
import { badgePercent, initialOf } from './deal.ts';
import { widthOf, withoutPictograms, type ShareWeight } from './share-font.server.ts';
import { shownPrice } from './words.ts';

/** Where text begins and ends, in pixels of a picture that is 1,200 wide. */
const LEFT = 580;
const RIGHT = 1160;
const MOST_LINES = 4;
const TITLE_PX = 42;
const TITLE_LINE_PX = 54;
const PRICE_PX = 96;

const fitsIn = (width: number, px: number, weight: ShareWeight) => (text: string) => widthOf(text, px, weight) <= width;

/** The lines of a title; one that is written from right to left begins at the right, and is isolated because its renderer knows no `direction`. */
function titleLines(text: string): string {
  const x = beginsRightToLeft(text) ? RIGHT : LEFT;
  return breakLines(text, fitsIn(RIGHT - LEFT, TITLE_PX, 700), MOST_LINES)
    .map((line, index) => {
      const place = `x="${x}" y="${150 + index * TITLE_LINE_PX}" font-size="${TITLE_PX}" font-weight="700" fill="#131a2b"`;
      return x === RIGHT
        ? `<text ${place} text-anchor="end">\u2067${escapeXml(line)}\u2069</text>`
        : `<text ${place}>${escapeXml(line)}</text>`;
    })
    .join('');
}

/** A price as large as there is room for; the wide sign of the yen as the one that the font has. */
function priceLine(price: string): string {
  const text = price.normalize('NFKC');
  const px = Math.min(PRICE_PX, Math.floor((RIGHT - LEFT) / widthOf(text, 1, 700)));
  return `<text x="${LEFT}" y="430" font-size="${px}" font-weight="700" fill="#131a2b">${escapeXml(text)}</text>`;
}

/** The SVG preview of a shared link: the product on its tile, price and title; without a deal only the site's name. */
export function sharePictureSvg({
  siteName,
  siteDescription = 'Deals, coupons and cashback, voted by people who buy things',
  color,
  deal,
  drawing,
  photo,
}: {
  siteName: string;
  siteDescription?: string | undefined;
  /** The site's own colour. */
  color?: string | undefined;
  deal: DealCard | null;
  drawing: string | undefined;
  /** Address of the deal's photo, or of the site's own mark, in place of a drawing. */
  photo?: string | undefined;
}): string {
  const title = withoutPictograms(deal?.dealTitle ?? siteDescription);
  const site = shortened(withoutPictograms(siteName), fitsIn(RIGHT - LEFT, 30, 700));
  const percent = deal && badgePercent(deal);
  const badge = percent ? `−${percent}%` : undefined;
  const storeLeft = badge ? 754 : LEFT;
  const store = deal ? shortened(`at ${withoutPictograms(deal.store.name)}`, fitsIn(RIGHT - storeLeft, 34, 500)) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="Figtree">
<defs><linearGradient id="shine"><stop stop-color="#14b8a6"/><stop offset=".5" stop-color="#3b82f6"/><stop offset="1" stop-color="#8b5cf6"/></linearGradient></defs>
<rect width="1200" height="630" fill="#fff"/><rect width="1200" height="14" fill="${color ?? 'url(#shine)'}"/>
<rect x="60" y="84" width="462" height="462" rx="28" fill="#e6edf8"/>
${photo ? photoTile(photo) : tile(drawing, deal?.picture.initial ?? initialOf(null, siteName))}
${titleLines(title)}
${deal ? priceLine(shownPrice(deal.finalPriceText)) : ''}
${badge ? `<rect x="580" y="462" width="150" height="58" rx="12" fill="#c2410c"/><text x="655" y="504" font-size="36" font-weight="700" fill="#fff" text-anchor="middle">${badge}</text>` : ''}
<text x="${storeLeft}" y="504" font-size="34" font-weight="500" fill="#55607a">${escapeXml(store)}</text>
<text x="${LEFT}" y="572" font-size="30" font-weight="700" fill="${color ?? '#1f5fe0'}">${escapeXml(site)}</text>
</svg>`;
}

/** All of a photo, on white as most shops photograph. */
const photoTile = (address: string): string =>
  `<rect x="61" y="85" width="460" height="460" rx="27" fill="#fff" stroke="#d5dbe6"/><image x="76" y="100" width="430" height="430" href="${escapeXml(address)}"/>`;

/** A drawing at the size of the tile, or the initial. */
function tile(drawing: string | undefined, initial: string): string {
  if (!drawing)
    return `<text x="291" y="385" font-size="220" font-weight="700" fill="#33415f" text-anchor="middle">${escapeXml(initial)}</text>`;
  return drawing.replace(
    /<svg([^>]*)>/,
    (_tag, attributes: string) => `<svg x="91" y="115"${attributes.replace(/ (?:width|height)="\d+"/g, '')} width="400" height="400">`,
  );
}
