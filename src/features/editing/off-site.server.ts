import { isOffSite } from '../catalogue/status.server.ts';
import { Refused } from '../../lib/refused.ts';
import { dealLabel, type NamedDeal } from './named-deals.server.ts';

/** The message for editors about a deal that a moderator took off the site, after its label. */
export const OFF_SITE = 'is off the site: a moderator took it off, and moderators put it back with "Undo" at /account/moderation-done';

/** A line for each deal that a moderator took off the site. */
export const offSiteProblems = (deals: NamedDeal[]): string[] =>
  deals.filter(({ status, starts_at: startsAt }) => isOffSite({ status, startsAt })).map((deal) => `${dealLabel(deal)} ${OFF_SITE}`);

/** @throws Refused naming those that a moderator took off the site */
export function refuseOffSite(deals: NamedDeal[]): void {
  const problems = offSiteProblems(deals);
  if (problems.length > 0) throw new Refused(...problems);
}
