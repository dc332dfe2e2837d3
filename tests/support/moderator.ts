import type { Page } from '@playwright/test';
import { commandSite } from './running-site.ts';
import { sharedSite } from './shared-site.ts';
import { registerVerified } from './visitor.ts';

/** Registers somebody in the page's browser and gives them a role, as whoever runs the site does. */
export async function becomeModerator(page: Page, role: 'moderator' | 'administrator' = 'moderator'): Promise<{ username: string }> {
  const member = await registerVerified(page);
  await commandSite(await sharedSite(), 'member', { name: member.username, role });
  return member;
}
