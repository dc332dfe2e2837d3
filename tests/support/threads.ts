import type { DealCard } from '../../src/features/deals/card.ts';
import { wholeFeed } from './pages.ts';

/** Deals of the demo by how much is said about them, the most first. */
export async function discussedDeals(url: string): Promise<DealCard[]> {
  return (await wholeFeed(url, '/category/memory')).toSorted((a, b) => b.commentCount - a.commentCount);
}
