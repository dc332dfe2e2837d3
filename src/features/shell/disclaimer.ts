/** How the site is paid for (spec §1). On a phone the header shows its first line, and the footer all of it. */
export const disclaimer = (siteName: string) =>
  `${siteName} is community-supported. We may get paid by brands for deals, including promoted items.`;
