import type { APIRoute } from 'astro';
import { pageJsonSchema } from '../../features/rendering/page-schema.ts';

/** The same for every site, so a file of the bundle. */
export const prerender = true;

export const GET: APIRoute = () => Response.json(pageJsonSchema());
