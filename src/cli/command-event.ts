import type { Progress } from '../lib/progress.ts';
import type { FindingGroup } from '../features/catalogue-files/check/finding.ts';
import type { RecordChange } from '../features/catalogue-files/field-changes.ts';
import type { ListedImport } from '../features/catalogue-files/list-imports.server.ts';
import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import type { PicturesOverview } from '../features/pictures/overview.server.ts';
import type { CatalogueCounts } from '../features/catalogue/counts.server.ts';

/** What commands send while they work; each event has one of these. */
export interface CommandEvent {
  progress?: Progress;
  /** Lines for the editor about what was done. */
  messages?: string[];
  /** Lines that say why nothing was done, and what to do. */
  refused?: string[];
  /** The command was stopped in time: nothing was done. */
  stopped?: true;
  /** All of it is written; what follows is its publishing, which a site that stops meanwhile does after its next start. */
  saved?: true;
  /** Addresses whose new pages are out. */
  published?: string[];
  report?: ImportReport;
  /** Some of the records that a dry run would change. */
  changes?: RecordChange[];
  imports?: ListedImport[];
  lines?: string[];
  status?: SiteStatus;
  found?: FindingGroup[];
  pictures?: PicturesOverview;
  /** A share picture as a file below the site's root; PNG in base64. */
  sharePicture?: { file: string; png: string };
}

export interface SiteStatus extends CatalogueCounts {
  pid: number;
  siteUrl: string;
  dataDir: string;
  database: 'embedded' | 'server';
  mail: { waiting: number; failing: number; failed: number };
}
