import type { CatalogueCounts } from '../features/catalogue/counts.server.ts';
import { RECORD_TYPES } from '../features/catalogue/record.ts';
import type { RecordChange } from '../features/catalogue-files/field-changes.ts';
import { isLegacyEncoding } from '../features/catalogue-files/legacy-encodings.ts';
import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import type { SiteStatus } from './command-event.ts';
import { changesLines } from './changes-text.ts';
import { keptLines } from './kept-text.ts';
import { problemLines, problemsText } from './problems-text.ts';
import { counted } from '../lib/counted.ts';

interface Imported {
  /** How many files were to be imported. */
  fileCount?: number;
  /** Files with the complete lists of which the command line prints only a part. */
  problems?: string | undefined;
  duplicates?: string | undefined;
  /** Whether deals that are not valid were to be left out. */
  skipInvalid?: boolean;
}

/** The report of an import as the command line prints it. */
export function reportText(report: ImportReport, { fileCount = 1, problems, duplicates, skipInvalid = false }: Imported = {}): string {
  return report.problemCount > 0
    ? problemsText(report, { reportFile: problems, fileCount, skipInvalid })
    : countsText(report, { fileCount, problems, duplicates });
}

/** The same for programs, with all records that would change. */
export function reportJson(report: ImportReport, changes: RecordChange[]): string {
  const { duplicates: _duplicates, changedThreadIds: _threads, changedOfferIds: _offers, ...shown } = report;
  return JSON.stringify({ ...shown, changes }, null, 2);
}

function countsText(report: ImportReport, { fileCount, problems, duplicates }: Imported & { fileCount: number }): string {
  const { added, changed, unchanged, expired, merged, dryRun } = report;
  const rows = RECORD_TYPES.filter((type) => added[type] + changed[type] + unchanged[type] + (type === 'deal' ? merged : 0) > 0).map(
    (type) => {
      const ended = type === 'deal' || type === 'offer' ? expired[type] : 0;
      const parts = [
        `${added[type]} added`,
        `${changed[type]} changed${ended > 0 ? ` (${ended} expired)` : ''}`,
        `${unchanged[type]} unchanged`,
        ...(type === 'deal' && merged > 0 ? [`${merged} merged before`] : []),
      ];
      return `${`${type}:`.padEnd(12)}${parts.join(', ')}`;
    },
  );
  const skipped = skippedDealLines(report, { fileCount, problems });
  if (rows.length === 0) return ['No records found.', ...skipped].join('\n');
  return [
    dryRun ? 'This would be imported; nothing was written:' : 'Imported:',
    ...rows,
    ...offSiteLines(report),
    ...keptLines(report),
    ...changesLines(report),
    ...madeLines(report),
    ...repairLines(report),
    ...pictureLines(report),
    ...addressLines(report),
    ...warningLines(report, duplicates),
    ...skipped,
  ].join('\n');
}

const skippedDealLines = (
  { skipped, dryRun }: ImportReport,
  { fileCount, problems }: { fileCount: number; problems: string | undefined },
) =>
  skipped === null
    ? []
    : [
        '',
        ...problemLines(skipped, { reportFile: problems, fileCount }),
        `Warning: ${counted(skipped.deals, 'deal')} ${dryRun ? 'would be' : skipped.deals === 1 ? 'was' : 'were'} left out, because of ${counted(skipped.problemCount, 'problem')}.`,
      ];

const offSiteLines = ({ offSite }: ImportReport): string[] =>
  offSite === 0 ? [] : [`${counted(offSite, 'deal')} ${offSite === 1 ? 'stays' : 'stay'} off the site, as moderators decided.`];

/** What was repaired in texts, with counts. */
const repairLines = ({ repaired }: ImportReport): string[] =>
  repaired.map(({ field, what, count }) => {
    if (isLegacyEncoding(what)) return `Read ${counted(count, 'line')} as ${what}, not as UTF-8: check the accents.`;
    if (what === 'hidden') return `Read ${counted(count, 'row')} that the workbook hides, too: delete in it what is not to be imported.`;
    return `Repaired ${counted(count, field)}: ${what}.`;
  });

const MOST_MADE = 500;

function madeLines({ made, dryRun }: ImportReport): string[] {
  if (made.length === 0) return [];
  const lines = made.slice(0, MOST_MADE).map(({ type, slug, name, detail, sameHost, isAtNetwork }) => {
    const same = sameHost ? `, as ${firstOf(sameHost)}: if it is the same store, name that one in the file` : '';
    const more = detail === undefined ? '' : type === 'store' ? `, ${detail}${same}${isAtNetwork ? NO_SHOP : ''}` : `, under ${detail}`;
    return `  ${type} ${slug} "${name}"${more}`;
  });
  if (made.length > lines.length) lines.push(`  … and ${made.length - lines.length} more`);
  return ['', dryRun ? 'Missing, would be added:' : 'Missing, added:', ...lines];
}

/** Members who post deals are led to stores by their hosts, and the page of a store leads to its home page. */
const NO_SHOP =
  '; that is the host of a network, because no address names the shop: import a record of type store with this slug and the shop’s own host and url';

const firstOf = ([first = '', ...others]: string[]) => (others.length > 0 ? `${first} and ${counted(others.length, 'other')}` : first);

function addressLines({ readdressed, readdressedOffers, mergedElsewhere, dryRun }: ImportReport): string[] {
  const got = dryRun ? 'would get' : 'got';
  return [
    ...(readdressed > 0
      ? [`${counted(readdressed, 'deal')} ${got} new addresses: other deals here already have their threadId. ${EMPTY_SITE}`]
      : []),
    ...(readdressedOffers > 0
      ? [`${counted(readdressedOffers, 'offer')} ${got} new addresses: other offers here already have their offerId. ${EMPTY_SITE}`]
      : []),
    ...(mergedElsewhere > 0
      ? [
          `${counted(mergedElsewhere, 'address', { plural: 'addresses' })} of merged deals ${dryRun ? 'would not lead' : 'do not lead'} to them: other deals here already have them.`,
        ]
      : []),
  ];
}

const EMPTY_SITE = 'An import into an empty site keeps all addresses.';

function pictureLines({ newPictures, dryRun }: ImportReport): string[] {
  if (newPictures === 0) return [];
  const wanted = counted(newPictures, 'picture');
  if (dryRun) return [`${wanted} would be fetched.`];
  return [`${wanted} to fetch: a running site does it in the background, "npm run site -- pictures --wait" does it now.`];
}

function warningLines({ warnings, warningCount, dryRun }: ImportReport, duplicates: string | undefined): string[] {
  if (warningCount === 0) return [];
  const lines = warnings.map(({ file, line, reason }) => `${file}, line ${line}: ${reason}`);
  if (warningCount > warnings.length) lines.push(`… and ${warningCount - warnings.length} more`);
  const advice = duplicates
    ? `They are listed in ${duplicates}: delete the lines that are not duplicates, then run "merge --from ${duplicates}"${dryRun ? ' after the import' : ''}.`
    : '"--duplicates FILE.csv" lists them all for "merge --from FILE.csv".';
  return [
    '',
    ...lines,
    `Warning: ${counted(warningCount, 'possible duplicate')}, ${dryRun ? 'which would be imported anyway' : 'imported anyway'}. "merge DUPLICATE INTO" joins two deals.`,
    advice,
  ];
}

/** The state of the site as the command line prints it. */
export function statusText(status: SiteStatus, running: boolean): string {
  return [
    running ? `Magpie runs at ${status.siteUrl} (process ${status.pid}).` : 'Magpie is not running.',
    `Data folder: ${status.dataDir}`,
    `Database: ${status.database === 'server' ? 'PostgreSQL (DATABASE_URL)' : 'embedded'}`,
    `Deals: ${countText(status.deals)}`,
    `Offers: ${countText(status.offers)}`,
    `Comments: ${status.comments}`,
    `Members: ${status.members}`,
    ...mailLines(status.mail),
  ].join('\n');
}

const mailLines = ({ failing, failed }: SiteStatus['mail']): string[] =>
  failing + failed === 0
    ? []
    : [`Mail: ${failing} waiting after a try that failed, ${failed} given up. npm run site -- mail says why, and --retry tries again.`];

const countText = ({ live, scheduled, expired }: CatalogueCounts['deals']) => `${live} live, ${scheduled} scheduled, ${expired} expired`;
