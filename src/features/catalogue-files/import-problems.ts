import type { Problem } from '../catalogue/check-record.ts';
import type { StagedProblems } from '../catalogue/staged-problems.ts';
import { isFeed } from './feed-file.ts';

/** Problems that are alike: the same field, and the same reason except numbers. */
export interface ProblemGroup {
  field: string;
  reason: string;
  advice?: string | undefined;
  count: number;
  /** Where the first of them is. */
  file: string;
  line: number;
  /** As in `Problem`. */
  record?: string | undefined;
  /** As in `Problem`. */
  endsFile?: boolean | undefined;
  /** As in `Problem`, of any of them. */
  mustBeCorrected?: boolean | undefined;
  /** Whether the reasons of others have other numbers. */
  varies: boolean;
  /** What is in some of them, as JSON. */
  values: string[];
}

/** What is wrong with what was to be imported. */
export interface ImportProblems {
  /** The first thousand in order of file and line. */
  problems: Problem[];
  problemCount: number;
  /** The first thousand kinds of problems, those with most lines first, and how many kinds there are. */
  groups: ProblemGroup[];
  groupCount: number;
}

const MOST_PROBLEMS = 1_000;
const MOST_GROUPS = 1_000;
/** How many kinds of problems are counted separately, which bounds memory. */
const MOST_KINDS = 100_000;
const MOST_VALUES = 3;

/** Gathers problems: counts and groups all, keeps the first. */
export interface ProblemLog {
  /** Files are numbered by their position among the imported ones. */
  add(found: StagedProblems): Promise<void>;
  readonly count: number;
  /** Everything that was added. */
  found(): ImportProblems;
}

/** @param names what the numbers of files stand for @param onProblem gets each of them */
export function openProblemLog(names: string[], onProblem: (problem: Problem) => void | Promise<void> = () => undefined): ProblemLog {
  const problems: Problem[] = [];
  const groups = new Map<string, ProblemGroup>();
  const seen = new Set<string>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    async add(found) {
      count += found.count;
      for (const { file, record, ...problem } of found.problems) {
        const name = names[file] ?? '';
        const named = { file: name, ...problem, ...(record !== undefined && isFeed(name) && { record }) };
        if (problems.length < MOST_PROBLEMS) problems.push(named);
        fileUnder(groups, seen, named);
        await onProblem(named);
      }
    },
    found() {
      const place = new Map(names.map((name, index) => [name, index]));
      const order = (a: Problem | ProblemGroup, b: Problem | ProblemGroup) =>
        (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0) || a.line - b.line;
      return {
        problems: problems.toSorted(order),
        problemCount: count,
        groups: [...groups.values()].toSorted((a, b) => b.count - a.count || order(a, b)),
        groupCount: seen.size,
      };
    },
  };
}

function fileUnder(groups: Map<string, ProblemGroup>, seen: Set<string>, problem: Problem): void {
  const { field, reason, advice, endsFile, mustBeCorrected, file, line, record, value } = problem;
  const key = kindOf(problem);
  if (seen.size < MOST_KINDS) seen.add(key);
  const group = groups.get(key);
  if (!group) {
    const values = value === undefined ? [] : [value];
    if (groups.size < MOST_GROUPS)
      groups.set(key, { field, reason, advice, endsFile, mustBeCorrected, count: 1, file, line, record, varies: false, values });
    return;
  }
  group.count += 1;
  group.mustBeCorrected ||= mustBeCorrected;
  group.varies ||= reason !== group.reason;
  if (value !== undefined && group.values.length < MOST_VALUES && !group.values.includes(value)) group.values.push(value);
  if (file === group.file && line < group.line) Object.assign(group, { line, record, reason });
}

/** Problems of one kind may differ in numbers outside of quotation marks, and in the list indexes of fields. */
const kindOf = ({ field, reason }: Problem) =>
  `${field.replace(/\.\d+/g, '')}\n${reason.replace(/"[^"]*"|\d[\d.,:TZ-]*/g, (part) => (part.startsWith('"') ? part : '#'))}`;
