import { formEndpoint, seeOther, type Endpoint } from '../../server/http/endpoint.ts';
import { ownCookie } from '../../server/http/cookies.ts';
import { flash } from '../session/flash.server.ts';
import { readPairs, SECONDS_A_YEAR } from '../shell/cookies.ts';
import { loadShell } from '../shell/shell.server.ts';
import { choiceNamed, type ChoiceVerb } from './choices.ts';

/**
 * The form of `/opt-in/{cookieName}` or `/opt-out/{cookieName}`: keeps the choice in `sd_p`. A button does it and never a link, which browsers and
 * mail programs follow by themselves.
 */
export function chooseEndpoint(verb: ChoiceVerb): Endpoint {
  return formEndpoint(async (call) => {
    const { context, cookies, params, request } = call;
    const name = params['cookieName'] ?? '';
    const choice = choiceNamed(name);
    if (!choice) return undefined;
    const pairs = readPairs(request.headers.get('cookie') ?? '', 'sd_p');
    pairs.set(name, verb === 'opt-in' ? 'yes' : 'no');
    if (verb === 'opt-out') for (const forgotten of choice.forgets) pairs.delete(forgotten);
    // Scripts write it as pairs, too, so it is not encoded once more.
    cookies.set('sd_p', pairs.toString(), { ...ownCookie(context), maxAge: SECONDS_A_YEAR, encode: (value) => value });
    flash(call, { message: choice.concluded[verb] });
    const { header } = await loadShell(context);
    return seeOther(header.optInConclusion ? '/?do=concluded' : `/${verb}/${name}`);
  });
}
