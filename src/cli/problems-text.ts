import { issueText, issueTextWithoutValue, truncateValue } from '../features/catalogue/check-record.ts';
import type { ImportProblems, ProblemGroup } from '../features/catalogue-files/import-problems.ts';
import { counted } from '../lib/counted.ts';

const MOST_PRINTED = 30;

interface Options {
  /** The file that lists them all. */
  reportFile?: string | undefined;
  /** How many files were to be imported: of several each is named. */
  fileCount: number;
}

/**
 * What the command line says of problems with which nothing was imported.
 * @param skipInvalid whether the deals that are not valid were to be left out
 */
export function problemsText(problems: ImportProblems, { skipInvalid, ...options }: Options & { skipInvalid: boolean }): string {
  const areOfDeals = problems.groups.every(({ line, endsFile, mustBeCorrected }) => line > 0 && !endsFile && !mustBeCorrected);
  const leaveOut = areOfDeals && !skipInvalid ? ', or leave out the deals that are not valid: --skip-invalid' : '';
  return [
    ...problemLines(problems, options),
    `Nothing was imported: ${counted(problems.problemCount, 'problem')}. Correct the files and import them again${leaveOut}.`,
  ].join('\n');
}

/** What the command line says of problems: kinds of them, and what can be done. */
export function problemLines({ groups, groupCount }: ImportProblems, { reportFile, fileCount }: Options): string[] {
  const lines = groups.slice(0, MOST_PRINTED).map((group) => groupText(group, fileCount > 1));
  const rest = groupCount - lines.length;
  if (rest > 0) lines.push(`… and ${rest} more${reportFile === undefined ? '; --report FILE.csv lists them all' : ''}`);
  const advice = new Set(groups.flatMap((group) => group.advice ?? []));
  return [...lines, ...advice, ...(reportFile === undefined ? [] : [`Each of them is in ${reportFile}.`])];
}

function groupText(group: ProblemGroup, namesFile: boolean): string {
  const { count, file, line, record, varies, values, ...issue } = group;
  const product = record === undefined ? '' : truncateValue(JSON.stringify(record));
  const [value] = values;
  if (count === 1) {
    const where = [file, line > 0 && `line ${line}`, product && `product ${product}`].filter(Boolean).join(', ');
    return `${where}: ${issueText({ ...shape(issue), ...(value !== undefined && { value }) })}`;
  }
  const own = varies ? ', each with its own numbers' : '';
  const first = product ? `${count} products${own}, first ${product} in line ${line}` : `${count} lines${own}, first ${line}`;
  const examples = values.length > 0 ? `, such as ${values.map(truncateValue).join(', ')}` : '';
  return `${issueTextWithoutValue(shape(issue))}: ${first}${namesFile ? ` of ${file}` : ''}${examples}`;
}

const shape = ({ field, reason }: Pick<ProblemGroup, 'field' | 'reason'>) => ({ field, reason });
