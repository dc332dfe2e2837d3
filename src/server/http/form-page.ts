import { ownPath } from '../../lib/own-path.ts';
import type { FormCall } from './endpoint.ts';

/** Returns the page that a plain form was on: what its field `url` says, else what the browser does. */
export function pageOfForm({ form, request }: Pick<FormCall, 'form' | 'request'>): string {
  const referer = request.headers.get('referer');
  return ownPath(form.get('url')) ?? ownPath(referer && URL.canParse(referer) ? new URL(referer).pathname : null) ?? '/';
}
