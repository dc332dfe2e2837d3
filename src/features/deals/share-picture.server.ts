import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { readId } from '../../lib/exact-params.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { knowsTag } from '../../server/http/known-tag.ts';
import { drawOwnIcon } from '../../server/look/draw-own-icon.ts';
import { lookOf } from '../../server/look/look.ts';
import type { DealCard } from './card.ts';
import { cardOf, findCards } from './find-card.server.ts';
import { mergedInto } from './merged-into.server.ts';
import { copyOf } from '../pictures/stored.server.ts';
import { needsOtherFonts, SHARE_FONTS } from './share-font.server.ts';
import { sharePictureSvg } from './share-picture-svg.server.ts';

const PICTURES = 'public/pictures';
const MARK = 'public/favicon.svg';
const DAY_CACHED = 'public, max-age=86400';

const BUSY_SECONDS = 10;

/** Stands for a deal's id in the address of the picture of all other pages. */
const SITE = 'site';

const LOADED_TOGETHER = 100;

/**
 * The picture shown where a deal is shared (`/share/{threadId}.png`), or where another page is (`/share/site.png`):
 * 1,200 by 630 pixels, rendered once and kept. That of a deal which was merged is where the deal is.
 * @returns undefined when there is no such deal
 * @throws Fault 429 after too many from a network, 503 when too many wait to be rendered
 */
export async function sharePicture({
  context,
  request,
  params,
  network,
}: Pick<Call, 'context' | 'request' | 'params' | 'network'>): Promise<Response | undefined> {
  const wait = context.networkLimits.take('share-picture', network);
  if (wait > 0) throw new Fault(429, 'Too many pictures were requested. Please wait a moment.', { 'Retry-After': String(wait) });
  const name = params['threadId'] ?? '';
  const threadId = readId(name);
  let deal: DealCard | null = null;
  if (threadId !== undefined) {
    const found = await cardOf(context, threadId);
    if (!found) return otherPicture(context, threadId);
    deal = found;
  } else if (name !== SITE) return undefined;
  const { digest, rendered } = await draw(context, deal);
  const headers = { ETag: `"${digest}"`, 'Cache-Control': DAY_CACHED };
  if (knowsTag(request.headers.get('if-none-match'), headers.ETag)) return new Response(null, { status: 304, headers });
  const picture = await rendered();
  if (!picture)
    throw new Fault(503, 'Many pictures are being made. Please come back in a moment.', { 'Retry-After': String(BUSY_SECONDS) });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/png' } });
}

/** A share picture as a file, named as its address is. */
interface SharePictureFile {
  /** Path below the site's root. */
  file: string;
  png: Uint8Array;
}

/**
 * Yields the share pictures of these deals and that of the site, each rendered unless it is kept; deals that are not shown have none.
 * @throws Refused when too many others wait to be rendered
 */
export async function* sharePictures(context: Context, threadIds: number[]): AsyncGenerator<SharePictureFile> {
  yield await fileOf(context, null);
  for (let at = 0; at < threadIds.length; at += LOADED_TOGETHER)
    for (const deal of await findCards(context, threadIds.slice(at, at + LOADED_TOGETHER))) yield await fileOf(context, deal);
}

async function fileOf(context: Context, deal: DealCard | null): Promise<SharePictureFile> {
  const { name, rendered } = await draw(context, deal);
  const png = await rendered();
  if (!png) throw new Refused('many share pictures are being made for visitors; try again in a minute');
  return { file: `share/${name}.png`, png };
}

/** What the picture of a deal, or of the site, shows, and how to have it rendered. */
async function draw(context: Context, deal: DealCard | null) {
  const { siteName, siteDescription, color } = context.config;
  const name = deal ? String(deal.threadId) : SITE;
  const photo = deal ? (deal.picture.url ?? undefined) : lookOf(context.config)?.mark;
  const svg = sharePictureSvg({ siteName, siteDescription, color, deal, drawing: await drawingOf(deal), photo });
  const digest = createHash('sha256').update(svg).digest('base64url').slice(0, 16);
  /** Resolves with undefined when too many others wait. */
  const rendered = () =>
    context.pictures.get(name, digest, async () =>
      render(photo ? svg.replace(photo, await photoData(context, photo)) : svg, needsOtherFonts(svg)),
    );
  return { name, digest, rendered };
}

/** Redirects to the picture of the deal that this one was merged into, and deletes the cached picture. */
async function otherPicture(context: Context, threadId: number): Promise<Response | undefined> {
  await context.pictures.drop(String(threadId));
  const into = await mergedInto(context, threadId);
  return into && new Response(null, { status: 301, headers: { Location: `/share/${into.thread_id}.png`, 'Cache-Control': DAY_CACHED } });
}

/** @param withOtherFonts whether the machine's fonts are read too, which takes a tenth of a second */
async function render(svg: string, withOtherFonts: boolean): Promise<Uint8Array> {
  const font = { fontFiles: SHARE_FONTS, loadSystemFonts: withOtherFonts, defaultFontFamily: 'Figtree' };
  return (await renderAsync(svg, { font })).asPng();
}

/** At twice the size of its place. */
const MARK_PX = 860;
const PHOTO = /^\/photos\/(?<digest>[^-]+)-(?<name>.+)$/;

/** A photo, or the site's own mark, within a drawing, in a format that its renderer reads; undefined for a picture that was removed meanwhile. */
async function photoData({ db, config }: Context, address: string): Promise<string> {
  const { digest = '', name = '' } = PHOTO.exec(address)?.groups ?? {};
  const bytes =
    config.mark && address === lookOf(config)?.mark
      ? await drawOwnIcon(config.mark.bytes, MARK_PX, 'bare')
      : await copyOf(db, digest, name);
  return bytes ? `data:image/png;base64,${(await sharp(bytes).png().toBuffer()).toString('base64')}` : '';
}

async function drawingOf(deal: DealCard | null): Promise<string | undefined> {
  if (!deal) return readFile(MARK, 'utf8');
  const { kind } = deal.picture;
  return kind ? readFile(join(PICTURES, `${kind}.svg`), 'utf8').catch(() => undefined) : undefined;
}
