import { createHash } from 'node:crypto';
import { accentsOf } from '../../lib/accent.ts';
import { keysOf } from '../../lib/keyed.ts';
import type { Config } from '../config.ts';
import { drawOwnIcon } from './draw-own-icon.ts';
import type { SiteFile } from './site-files.ts';

/** The settings of a site's own look; all undefined where it has that of Magpie. */
export type OwnLook = Pick<Config, 'color' | 'mark' | 'favicon'>;

/** Addresses of the files of a site's own look. Their names hold a digest, so their content never changes. */
export interface Look {
  /** The mark, in the header and wherever else it stands. */
  mark?: string;
  favicon?: { href: string; type: string };
  /** Icons for home screens, by name. */
  icons?: Record<string, string>;
  /** The stylesheet with the site's colour. */
  stylesheet?: string;
}

/** A file of a site's own look. */
interface LookFile {
  address: string;
  type: string;
  make(): Promise<Uint8Array> | Uint8Array;
}

const TYPES = { svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', css: 'text/css; charset=utf-8' };

/** Icons that are drawn from the mark or the favicon, and their widths in px. */
const ICON_SIZES = { 'icon-192': 192, 'icon-512': 512, 'maskable-512': 512, 'apple-touch-icon': 180 };
type OwnIconName = keyof typeof ICON_SIZES;
const ICON_NAMES = keysOf(ICON_SIZES);

/** Returns the addresses of a site's own look; undefined where nothing is set. */
export function lookOf(own: OwnLook): Look | undefined {
  const { mark, favicon, icons, stylesheet } = filesOf(own);
  if (!favicon && !stylesheet) return undefined;
  return {
    ...(mark && { mark: mark.address }),
    ...(favicon && { favicon: { href: favicon.address, type: favicon.type } }),
    ...(icons && { icons: Object.fromEntries(icons.map(({ name, address }) => [name, address])) }),
    ...(stylesheet && { stylesheet: stylesheet.address }),
  };
}

/** The files that `lookOf` names. */
export function lookFiles(own: OwnLook): LookFile[] {
  const { mark, favicon, icons = [], stylesheet } = filesOf(own);
  return [mark, favicon, ...icons, stylesheet].filter((file) => file !== undefined);
}

function filesOf({ color, mark, favicon }: OwnLook) {
  const small = favicon ?? mark;
  // A favicon is made for small sizes; what draws icons reads no ICO.
  const drawn = favicon && favicon.type !== 'ico' ? favicon : mark;
  return {
    mark: mark && pictureFile('mark', mark),
    favicon: small && pictureFile('favicon', small),
    icons: drawn && ICON_NAMES.map((name) => ({ name, ...iconFile(name, drawn) })),
    stylesheet: color === undefined ? undefined : colorFile(color),
  };
}

const pictureFile = (name: string, { type, digest, bytes }: SiteFile): LookFile => ({
  address: addressOf(name, digest, type),
  type: TYPES[type],
  make: () => bytes,
});

const iconFile = (name: OwnIconName, { digest, bytes }: SiteFile): LookFile => ({
  address: addressOf(name, digest, 'png'),
  type: TYPES.png,
  make: () => drawOwnIcon(bytes, ICON_SIZES[name], name.startsWith('icon') ? 'bare' : 'masked'),
});

function colorFile(color: string): LookFile {
  const text = stylesheetOf(color);
  return { address: addressOf('colors', digestOf(text), 'css'), type: TYPES.css, make: () => Buffer.from(text) };
}

const addressOf = (name: string, digest: string, ending: string) => `/site/${name}-${digest}.${ending}`;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The accent's tokens in both themes, with the selectors of `_tokens.scss`. */
function stylesheetOf(color: string): string {
  const { light, midnight } = accentsOf(color);
  const tokens = ({ action, actionInk, actionSoft, focus }: typeof light) =>
    `--action:${action};--action-ink:${actionInk};--action-soft:${actionSoft};--focus:${focus}`;
  return (
    `:root{${tokens(light)};--shine:linear-gradient(90deg,${color},${color})}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${tokens(midnight)}}}` +
    `@media screen{:root[data-theme='midnight']{${tokens(midnight)}}}\n`
  );
}
