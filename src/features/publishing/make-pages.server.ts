import pLimit from 'p-limit';
import { append } from '../../lib/append.ts';
import { pageTargetNamed } from '../rendering/page-target.ts';
import { dealLoader, renderJobsOf, type DealLoader, type RenderContext } from '../rendering/render.server.ts';
import type { RenderJob } from '../rendering/render-job.ts';
import { writePage, type PageFile } from './page-files.ts';
import type { PageLog, PublishedFiles } from './page-log.ts';

/** How many targets are loaded together; one such group is loaded while another one is rendered. */
const LOADED_TOGETHER = 32;
const GROUPS = 2;
/** How many targets of a group are rendered at once: those of feeds wait for the database. */
const RENDERED_TOGETHER = 4;

interface MakeOptions {
  /** Folder of the release. */
  release: string;
  /** What is published so far. */
  log: Pick<PageLog, 'targets'>;
  /** Called with each page that differs from what is published, as soon as it is on the disk. */
  onPage(address: string, page: PageFile): void;
}

/** Pages of targets, by the names of these. */
export interface MadePages {
  made: Map<string, PublishedFiles>;
  /** Why targets keep some or all of their old pages. */
  failed: Map<string, unknown>;
}

/** Targets that are loaded together. */
export const inGroups = (names: string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / LOADED_TOGETHER) }, (_, at) =>
    names.slice(at * LOADED_TOGETHER, (at + 1) * LOADED_TOGETHER),
  );

/** Makes the pages of these targets that differ from the published ones. @param names of page targets */
export type MakePages = (renderContext: RenderContext, names: string[], options: MakeOptions) => Promise<MadePages>;

/** Makes pages in this thread. */
export const makePages: MakePages = async (renderContext, names, { release, log, onPage }) => {
  const made = new Map<string, PublishedFiles>();
  const failed = new Map<string, unknown>();

  const makePage = async (name: string, job: RenderJob, pages: PublishedFiles) => {
    const before = log.targets.get(name)?.find(([address]) => address === job.address)?.[1];
    let page = before;
    try {
      if (before?.madeFrom !== job.madeFrom) page = writePage(release, await job.make(), job, before);
    } catch (error) {
      failed.set(name, error);
    }
    if (page) pages.push([job.address, page]);
    if (page && page !== before) onPage(job.address, page);
  };
  const publishedElsewhere = (name: string, pages: PublishedFiles) => {
    const addresses = new Set(pages.map(([address]) => address));
    return (log.targets.get(name) ?? []).filter(([address]) => !addresses.has(address));
  };
  const makeTarget = async (name: string, deal: DealLoader) => {
    try {
      const jobs = await renderJobsOf(renderContext, pageTargetNamed(name), deal);
      const pages: PublishedFiles = [];
      made.set(name, pages);
      for (const job of jobs) await makePage(name, job, pages);
      // At other addresses, new pages take the place of old ones once all of them are there.
      if (failed.has(name)) append(pages, publishedElsewhere(name, pages));
    } catch (error) {
      made.set(name, log.targets.get(name) ?? []);
      failed.set(name, error);
    }
  };

  await pLimit(GROUPS).map(inGroups(names), async (group) => {
    const deal = dealLoader(renderContext.context, group.map(pageTargetNamed));
    await pLimit(RENDERED_TOGETHER).map(group, (name) => makeTarget(name, deal));
  });
  return { made, failed };
};
