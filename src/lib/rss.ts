import { htmlLang, type Region } from './region.ts';
import { escapeXml } from './xml.ts';

/** Media type of RSS. */
export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

/** The feed as a whole. */
interface RssChannel {
  title: string;
  /** Absolute address of the page that shows the same. */
  link: string;
  description: string;
  /** Address of the RSS itself; left out where it is not for everybody. */
  self?: string;
  region: Region;
}

/** An entry of a feed, with the absolute address that it leads to. */
export interface RssItem {
  title: string;
  link: string;
  guid: string;
  published?: Date;
  /** Plain text. */
  description: string;
  category?: string;
  /** Its absolute address and its type. */
  picture?: { url: string; type: string } | undefined;
}

/** An RSS 2.0 document. */
export function rssDocument({ title, link, description, self, region }: RssChannel, items: RssItem[]): string {
  const times = items.flatMap(({ published }) => published?.getTime() ?? []);
  const channel = [
    tag('title', title),
    tag('link', link),
    tag('description', description),
    tag('language', htmlLang(region)),
    times.length > 0 ? tag('lastBuildDate', new Date(Math.max(...times)).toUTCString()) : '',
    self ? `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>` : '',
    ...items.map(itemElement),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>${channel.join('')}</channel></rss>\n`;
}

const itemElement = ({ title, link, guid, published, description, category, picture }: RssItem) =>
  `<item>${[
    tag('title', title),
    tag('link', link),
    `<guid isPermaLink="false">${escapeXml(guid)}</guid>`,
    published ? tag('pubDate', published.toUTCString()) : '',
    tag('description', asHtml(description)),
    category === undefined ? '' : tag('category', category),
    picture ? `<media:content url="${escapeXml(picture.url)}" type="${picture.type}" medium="image"/>` : '',
  ].join('')}</item>`;

/** Readers show the description of an entry as HTML. Quotes stand in it as they are. */
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
