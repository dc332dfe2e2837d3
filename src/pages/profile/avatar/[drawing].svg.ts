import type { APIRoute, GetStaticPaths } from 'astro';
import { generatedAvatar, generatedAvatarNames } from '../../../lib/avatar.ts';

/** Drawings that stand for members without a picture of their own: files, as they never change. */
export const prerender = true;

export const getStaticPaths: GetStaticPaths = () => generatedAvatarNames().map((drawing) => ({ params: { drawing } }));

export const GET: APIRoute = ({ params }) =>
  new Response(generatedAvatar(params['drawing'] ?? ''), { headers: { 'Content-Type': 'image/svg+xml' } });
