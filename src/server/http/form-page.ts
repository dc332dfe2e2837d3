import { ownPath } from '../../lib/own-path.ts';
import type { FormCall } from './endpoint.ts';

/** Returns the page that a plain form was on: from its field `url`, otherwise from the browser's `Referer`. */
export function pageOfForm({ form, request }: Pick<FormCall, 'form' | 'request'>): string {
  const referer = request.headers.get('referer');
  return ownPath(form.get('url')) ?? ownPath(URL.parse(referer ?? '')?.pathname) ?? '/';
}
