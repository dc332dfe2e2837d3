import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import type { Context } from '../../server/context.ts';
import type { DealCard } from './card.ts';
import { CARD_COLUMNS, shownDeals, toCard } from './cards.server.ts';
import { sharePictureSvg } from './share-picture.ts';

/** npm runs every script in the project's folder, also those of a built release. */
const FONTS = [500, 700].map((weight) => join('src/features/deals/share-fonts', `figtree-${weight}.ttf`));
const PICTURES = 'public/pictures';
const MARK = 'public/favicon.svg';
const DAY_CACHED = 'public, max-age=86400';

/**
 * The picture shown where a deal is shared (`/share/{threadId}.png`), or where another page is (`/share/site.png`):
 * 1,200 by 630 pixels.
 * @returns undefined when there is no such deal
 */
export async function sharePicture(call: {
  context: Context;
  request: Request;
  params: Record<string, string | undefined>;
}): Promise<Response | undefined> {
  const { context, request } = call;
  const name = call.params['threadId'] ?? '';
  const deal = name === 'site' ? null : await findDeal(context, name);
  if (deal === undefined) return undefined;
  const svg = sharePictureSvg({ siteName: context.config.siteName, deal, drawing: await drawingOf(deal) });
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"`;
  const headers = { ETag: etag, 'Cache-Control': DAY_CACHED };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const image = await renderAsync(svg, { font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Figtree' } });
  return new Response(new Uint8Array(image.asPng()), { headers: { ...headers, 'Content-Type': 'image/png' } });
}

async function findDeal(context: Context, id: string): Promise<DealCard | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const row = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', '=', Number(id)).executeTakeFirst();
  return row && toCard(context, row);
}

async function drawingOf(deal: DealCard | null): Promise<string | undefined> {
  if (!deal) return readFile(MARK, 'utf8');
  const { kind } = deal.picture;
  return kind ? readFile(join(PICTURES, `${kind}.svg`), 'utf8').catch(() => undefined) : undefined;
}
