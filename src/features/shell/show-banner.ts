/** Shows the banner of this page, which the head has fetched ahead; without one, and when the call fails, its space goes (spec §8). */
export async function showBanner(): Promise<void> {
  const call = document.querySelector<HTMLLinkElement>('[data-banner]');
  const space = document.querySelector<HTMLElement>('.banner-space');
  if (!call || !space) return;
  const html = await fetch(call.href)
    .then((response) => response.json())
    .then(htmlOf)
    .catch(() => undefined);
  if (html) space.innerHTML = html;
  space.hidden = !html;
}

/** The banner's HTML in an answer; undefined in any other. */
function htmlOf(answer: unknown): string | undefined {
  const banner = field(answer, 'banner');
  const html = field(banner, 'html');
  return typeof html === 'string' ? html : undefined;
}

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name);
