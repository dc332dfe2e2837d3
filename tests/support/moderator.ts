import type { Page } from '@playwright/test';
import { sharedSite } from './shared-site.ts';
import { siteCommand } from './site-command.ts';
import { registerVerified } from './visitor.ts';

/** Registers somebody in the page's browser and makes them a moderator, as whoever runs the site does. */
export async function becomeModerator(page: Page): Promise<{ username: string }> {
  const member = await registerVerified(page);
  const { code, output } = await siteCommand({ DATA_DIR: (await sharedSite()).dataDir }, 'member', member.username, '--role', 'moderator');
  if (code !== 0) throw new Error(output);
  return member;
}
