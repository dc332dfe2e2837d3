/** Shows the banner of this page, which the head has fetched ahead; without one, and when the call fails, its space goes (spec §8). */
export async function showBanner(): Promise<void> {
  const call = document.querySelector<HTMLLinkElement>('[data-banner]');
  const space = document.querySelector<HTMLElement>('.banner-space');
  if (!call || !space) return;
  const answer = await fetch(call.href)
    .then((response) => response.json() as Promise<{ banner: { html: string } | null }>)
    .catch(() => undefined);
  if (answer?.banner) space.innerHTML = answer.banner.html;
  space.hidden = !answer?.banner;
}
