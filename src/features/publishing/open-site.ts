import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '../../server/context.ts';
import type { OnDemand, Site } from '../../server/http/handle.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { publishedName } from './addresses.ts';
import { basisOf } from './basis.ts';
import { projectRoot } from './project-root.ts';
import { catalogueState } from './catalogue-state.server.ts';
import { forgetChanged, publishedFiles } from './published.server.ts';
import { currentRelease } from './release.ts';

export interface OpenSite extends Site {
  /** Lets on-demand twins answer for the pages that the catalogue has outrun. */
  forgetChanged(): Promise<void>;
}

/** The release that a data folder shows, when it is of this code, these settings and this catalogue. */
export async function releaseFor({ config, db }: Context) {
  const current = await currentRelease(config.dataDir);
  if (!current) return undefined;
  const { catalogueId } = await catalogueState(db);
  const fits = current.release.catalogue.catalogueId === catalogueId && current.release.basis === (await basisOf(projectRoot, config));
  return fits ? current : undefined;
}

/**
 * Opens the release that the data folder shows: its files and Astro's handler.
 * @throws when there is none
 */
export async function openSite(context: Context): Promise<OpenSite> {
  const current = await currentRelease(context.config.dataDir);
  if (!current) throw new Error('there is no release to show; run npm run build');
  const { folder, release } = current;
  const { handler } = (await import(pathToFileURL(join(folder, 'server/entry.mjs')).href)) as { handler: OnDemand };
  const files = await publishedFiles(context, folder, release);
  return {
    files,
    onDemand: handler,
    headers: securityHeaders(context.config.siteUrl, release.csp),
    locals: { context },
    host: new URL(context.config.siteUrl).host,
    publishedName,
    forgetChanged: () => forgetChanged(context, files, release),
  };
}
