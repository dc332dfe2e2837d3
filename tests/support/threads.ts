import type { DealCard } from '../../src/features/deals/card.ts';
import { wholeFeed } from './pages.ts';

/** Deals of the demo by how much is said about them, the most first. */
export async function discussedDeals(url: string): Promise<DealCard[]> {
  return (await wholeFeed(url, '/category/monitors')).toSorted((a, b) => b.commentCount - a.commentCount);
}

/** So many tests of a project may have a deal of their own. */
const DEALS_A_PROJECT = 8;

/** More comments than this are no test's: a deal that a test comments on stays where it is among the others. */
const LITTLE_SAID = 10;

/** A deal about which little is said, for one test of one project alone, which may vote and comment on it. */
export async function quietDeal(url: string, project: string, number: number): Promise<DealCard> {
  const deals = (await discussedDeals(url)).filter(({ commentCount, isExpired }) => commentCount < LITTLE_SAID && !isExpired);
  return deals.toSorted((a, b) => a.threadId - b.threadId)[number + (project === 'phone' ? DEALS_A_PROJECT : 0)]!;
}
