import { isLongPrice } from '../../lib/money.ts';
import { escapeXml } from '../../lib/xml.ts';
import type { DealCard } from './card.ts';
import { badgePercent } from './deal.ts';
import { shownPrice } from './words.ts';

const LETTERS_A_LINE = 25;
const MOST_LINES = 4;

/** Breaks words into lines of similar length; the last line is truncated when there are too many words. */
function linesOf(text: string, letters: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= letters || lines.at(-1) === '') lines[lines.length - 1] = longer.slice(0, letters);
    else lines.push(word.slice(0, letters));
  }
  if (lines.length <= most) return lines;
  return lines.slice(0, most).map((line, index) => (index === most - 1 ? `${line.slice(0, letters - 1)}…` : line));
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
  const title = linesOf(deal?.dealTitle ?? siteDescription, LETTERS_A_LINE, MOST_LINES);
  const percent = deal && badgePercent(deal);
  const badge = percent ? `−${percent}%` : undefined;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="Figtree">
<defs><linearGradient id="shine"><stop stop-color="#14b8a6"/><stop offset=".5" stop-color="#3b82f6"/><stop offset="1" stop-color="#8b5cf6"/></linearGradient></defs>
<rect width="1200" height="630" fill="#fff"/><rect width="1200" height="14" fill="${color ?? 'url(#shine)'}"/>
<rect x="60" y="84" width="462" height="462" rx="28" fill="#e6edf8"/>
${photo ? photoTile(photo) : tile(drawing, deal?.picture.initial ?? siteName.slice(0, 1))}
${title.map((line, index) => `<text x="580" y="${150 + index * 54}" font-size="42" font-weight="700" fill="#131a2b">${escapeXml(line)}</text>`).join('')}
${deal ? `<text x="580" y="430" font-size="${isLongPrice(deal.finalPriceText) ? 40 : 96}" font-weight="700" fill="#131a2b">${escapeXml(shownPrice(deal.finalPriceText))}</text>` : ''}
${badge ? `<rect x="580" y="462" width="150" height="58" rx="12" fill="#c2410c"/><text x="655" y="504" font-size="36" font-weight="700" fill="#fff" text-anchor="middle">${badge}</text>` : ''}
<text x="${badge ? 754 : 580}" y="504" font-size="34" font-weight="500" fill="#55607a">${escapeXml(deal ? `at ${deal.store.name}` : '')}</text>
<text x="580" y="572" font-size="30" font-weight="700" fill="${color ?? '#1f5fe0'}">${escapeXml(siteName)}</text>
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
