import { readFileSync } from 'node:fs';
import type { DealRecord } from './deals.ts';
import { pick, pickWeighted, type Random } from './random.ts';
import { z } from 'zod';

/** A comment, and possible replies to it. */
export type Line = { says: string; replies: string[] };

const commentGroups = z.record(z.string(), z.array(z.string()));

const groups = readGroups();
const groupOf = readGroupNames();
/** Topics for which comments about durability, versions and later deals make no sense. */
const perishableTopics = new Set(['groceries', 'flowers', 'freebies']);

/** @throws for an unknown group */
export function linesOf(group: string): Line[] {
  const lines = groups.get(group);
  if (!lines) throw new Error(`no comments for ${group}`);
  return lines;
}

/** Picks a top-level comment that fits the deal's category, its price history, or any deal. */
export function openingFor(deal: DealRecord, random: Random): Line {
  const topic = deal.price === 'free' ? 'freebies' : (groupOf.get(deal.category) ?? deal.category);
  const lists: [Line[], number][] = [
    [linesOf(topic), 10],
    [linesOf('any'), 4],
  ];
  if (!perishableTopics.has(topic)) lists.push([linesOf('things'), 2.5]);
  if (deal.brand) lists.push([linesOf('tech'), 1.2]);
  if (deal.listPrice) lists.push([linesOf('drop'), 3]);
  const record = (deal.prices ?? []).map(([, price]) => Number(price));
  const earlier = Math.min(...record.slice(0, -1));
  if (record.length > 3 && Number(deal.price) !== earlier) lists.push([linesOf(Number(deal.price) < earlier ? 'low' : 'higher'), 0.8]);
  if (deal.expired) lists.push([linesOf('expired'), 1.5]);
  return pick(random, pickWeighted(random, lists));
}

function readGroups(): Map<string, Line[]> {
  const found = new Map<string, Line[]>();
  let current: Line[] = [];
  for (const row of readFileSync(new URL('inputs/comments.txt', import.meta.url), 'utf8').split('\n')) {
    const group = /^\[(.+)\]$/.exec(row)?.[1];
    if (group) found.set(group, (current = []));
    else if (row && !row.startsWith('#')) {
      const [says = '', ...replies] = row.split('=>').map((part) => part.trim());
      current.push({ says, replies });
    }
  }
  return found;
}

function readGroupNames(): Map<string, string> {
  const text = readFileSync(new URL('inputs/comment-groups.json', import.meta.url), 'utf8');
  const entries = Object.entries(commentGroups.parse(JSON.parse(text)));
  return new Map(entries.flatMap(([group, categories]) => categories.map((category) => [category, group] as const)));
}
