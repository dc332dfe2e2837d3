/** An icon of the site, at `/icons/{name}.png`. */
interface Icon {
  name: string;
  /** Width and height in px. */
  size: number;
  /** What the manifest says that it is for; none when it is not in the manifest. */
  purpose?: 'any' | 'maskable' | 'monochrome';
}

export const ICONS: Icon[] = [
  { name: 'icon-192', size: 192, purpose: 'any' },
  { name: 'icon-512', size: 512, purpose: 'any' },
  { name: 'maskable-512', size: 512, purpose: 'maskable' },
  { name: 'monochrome-512', size: 512, purpose: 'monochrome' },
  { name: 'apple-touch-icon', size: 180 },
];
