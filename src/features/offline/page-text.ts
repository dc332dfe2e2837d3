const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&#39;': "'" };

/** The title of a page's HTML, without the site's name behind it. */
export const titleIn = (html: string): string =>
  (/<title>([^<]*)/.exec(html)?.[1] ?? '').replace(/ \| [^|]*$/, '').replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** Whether a path is that of a file which pages load: a script, a style, a font, a picture. */
export const isFile = (path: string): boolean => /^\/(?:_astro\/|pictures\/|photos\/|site\/|profile\/avatar\/|favicon\.svg$)/.test(path);

/** Paths of the files that a page or a script refers to. */
export interface ReferencedFiles {
  /** Files without which it does not work. */
  needed: string[];
  others: string[];
}

/** Files that a page's HTML names: it needs its styles, fonts and scripts. */
export function filesIn(html: string): ReferencedFiles {
  const paths = (part: string) =>
    [...part.matchAll(/(?:href|src|url)="([^"?#]+)"/g)].flatMap(([, path]) => (path && isFile(path) ? [path] : []));
  return named(
    [...html.matchAll(/<(?:link|script)\s[^>]*>/g)].flatMap(([tag]) => paths(tag)),
    paths(html),
  );
}

/** Scripts that a script names, in the same folder: those that it imports statically are needed. */
export function scriptsIn(source: string): ReferencedFiles {
  const paths = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => `/_astro/${name}`);
  return named(paths(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g), paths(/["'`]\.\/([\w.-]+\.js)["'`]/g));
}

const named = (needed: string[], all: string[]): ReferencedFiles => ({
  needed: [...new Set(needed)],
  others: [...new Set(all)].filter((path) => !needed.includes(path)),
});

/** Why a kept page is shown in place of the one from the server. */
export type FallbackReason = 'offline' | 'unreachable' | 'slow';

const REASONS: Record<FallbackReason, string> = {
  offline: 'You are offline.',
  unreachable: 'The site cannot be reached.',
  slow: 'Your connection is slow.',
};

/**
 * The HTML of a kept page with a bar that says how old it is, or of the page that lists the kept ones, shown instead of a missing one.
 * @param age in words
 */
export function withNotice(html: string, why: FallbackReason, age?: string): string {
  const text = age ? `This page is from ${age}; prices and votes may have changed.` : 'This page is not saved on this device.';
  const bar = `<div class="offline-bar" role="status" data-kept><p>${REASONS[why]} ${text}</p><a href="">Try again</a></div>`;
  // Banners need a connection, so the space for one is removed.
  return html
    .replace(/<link rel="preload" as="fetch"[^>]*>/, '')
    .replace(/<div class="banner-space[^>]*><\/div>/, '')
    .replace('<main', () => `${bar}<main`);
}
