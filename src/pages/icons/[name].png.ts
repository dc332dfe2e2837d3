import type { APIRoute, GetStaticPaths } from 'astro';
import favicon from '../../../public/favicon.svg?raw';
import { drawIcon } from '../../features/offline/draw-icon.ts';
import { ICONS } from '../../features/offline/icons.ts';

/** The site's mark as an icon for home screens. */
export const prerender = true;

export const getStaticPaths: GetStaticPaths = () => ICONS.map(({ name }) => ({ params: { name } }));

export const GET: APIRoute = ({ params }) =>
  new Response(drawIcon(favicon, params['name'] ?? ''), { headers: { 'Content-Type': 'image/png' } });
