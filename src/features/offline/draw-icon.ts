import { Resvg } from '@resvg/resvg-js';
import { required } from '../../lib/required.ts';
import { ICONS } from './icons.ts';

/** The tile behind the mark in the favicon, which has round corners. */
const TILE = /<rect [^>]*\/>/;
/** Masks cut to a circle of four fifths of the width, in which the whole mark has to be: W3C, Web Application Manifest, "Icon masks and safe zone". */
const SAFE = '-8 -8 57 57';
const SQUARE = '-3.5 -3.5 48 48';

/** Draws an icon. @param favicon the site's mark as SVG @returns a PNG */
export function drawIcon(favicon: string, name: string): Uint8Array<ArrayBuffer> {
  const { size } = required(
    ICONS.find((icon) => icon.name === name),
    `the icon ${name}`,
  );
  const svg = shapeOf(favicon, name);
  return new Uint8Array(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng());
}

function shapeOf(favicon: string, name: string): string {
  const within = (box: string, tile: string) => favicon.replace('viewBox="0 0 40 40"', `viewBox="${box}"`).replace(TILE, tile);
  const ground = '<rect x="-20" y="-20" width="100" height="100" fill="#f2f4f9"/>';
  if (name.startsWith('maskable')) return within(SAFE, ground);
  if (name === 'apple-touch-icon') return within(SQUARE, ground);
  // Only the opacity of a monochrome icon matters.
  return name.startsWith('monochrome') ? within(SAFE, '').replaceAll(/fill="url\(#s\)"/g, 'fill="#131a2b"') : favicon;
}
