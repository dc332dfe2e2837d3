/** The fields that are used here; any other answer means that there is no banner. */
interface BannerAnswer {
  banner?: { html?: string } | null;
}

/** Shows the banner of this page, which the head has preloaded; without one, or when the call fails, its space is removed (spec §8). */
export async function showBanner(): Promise<void> {
  const call = document.querySelector<HTMLLinkElement>('[data-banner]');
  const space = document.querySelector<HTMLElement>('.banner-space');
  if (!call || !space) return;
  const html = await fetch(call.href)
    .then((response): Promise<BannerAnswer> => response.json())
    .then(({ banner }) => banner?.html)
    .catch(() => undefined);
  space.innerHTML = html ?? '';
  space.hidden = !html;
}
