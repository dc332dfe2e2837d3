import { required } from '../../lib/required.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';
import { ownCookie } from '../../server/http/cookies.ts';
import { visitorForm } from '../session/visit.server.ts';
import { readPairs, SECONDS_A_YEAR } from '../shell/cookies.ts';
import { loadShell } from '../shell/shell.server.ts';
import { choiceNamed, choicePage, CHOSEN, type ChoiceVerb } from './choices.ts';

/**
 * The form of `/opt-in/{cookieName}` or `/opt-out/{cookieName}`: keeps the choice in `sd_p`. A button does it and never a link, which browsers and
 * mail programs follow by themselves.
 * @param name of a choice that there is
 */
export function chooseEndpoint(verb: ChoiceVerb, name: string): Endpoint {
  const choice = required(choiceNamed(name), 'the choice');
  const page = choicePage(verb, name);
  return visitorForm(
    () => page,
    async ({ context, cookies, request }) => {
      const pairs = readPairs(request.headers.get('cookie') ?? '', 'sd_p');
      pairs.set(name, CHOSEN[verb]);
      if (verb === 'opt-out') for (const pair of choice.cleared) pairs.delete(pair);
      // Scripts write it as pairs, too, so it is not encoded once more.
      cookies.set('sd_p', pairs.toString(), { ...ownCookie(context), maxAge: SECONDS_A_YEAR, encode: (value) => value });
      // What scripts noted of this visit would name the visitor's number: its last page view was counted with it.
      if (verb === 'opt-out') cookies.delete('sd_s', ownCookie(context));
      const { header } = await loadShell(context);
      return { answer: { success: true }, to: header.optInConclusion ? '/?do=concluded' : page, notice: choice.concluded[verb] };
    },
  );
}
