/** What a report tells about who made it. */
interface ReportedBy {
  /** The member, or, after they deleted that account, their account of today. */
  person: number;
  /** Hashes of where it came from; null when that is not known (any more). */
  network: string | null;
  browser: string | null;
}

/**
 * Groups reports that may be one person's: by one member, or from one browser or network, also transitively.
 * @returns groups; their number is that of reporters who are certainly different
 */
export function byReporter<R extends ReportedBy>(reports: R[]): R[][] {
  const groups = new Map<string, R[]>();
  for (const report of reports) {
    const marks = marksOf(report);
    const joined = new Set(marks.flatMap((mark) => groups.get(mark) ?? []));
    const group = [...joined, report];
    for (const mark of group.flatMap(marksOf)) groups.set(mark, group);
  }
  return [...new Set(groups.values())];
}

const marksOf = ({ person, network, browser }: ReportedBy) => [
  `person ${person}`,
  ...(network === null ? [] : [`network ${network}`]),
  ...(browser === null ? [] : [`browser ${browser}`]),
];
