import { objectsToTracking } from '../shell/consent.ts';
import { readPairs } from '../shell/cookies.ts';
import { readVisit, visitPage } from '../session/page-visit.server.ts';
import { choiceNamed, CHOSEN, type ChoiceVerb } from './choices.ts';
import { chooseEndpoint } from './choose.server.ts';

/** The `Astro` of a page, with the parameters of its address. */
type ChoicePageCall = Parameters<typeof visitPage>[0] & { response: { status?: number } };

/**
 * Opens `/opt-in/{cookieName}` or `/opt-out/{cookieName}`; sets status 404 where there is nothing of that name to choose.
 * @returns a response to its form or to another method; undefined when there is nothing to choose
 */
export async function visitChoice(page: ChoicePageCall, verb: ChoiceVerb) {
  const { cookieName: name = '' } = page.params;
  const choice = choiceNamed(name);
  if (!choice) {
    page.response.status = 404;
    await readVisit(page);
    return undefined;
  }
  const visit = await visitPage(page, chooseEndpoint(verb, name));
  if (visit instanceof Response) return visit;
  const { flash, securitytoken } = visit;
  const { headers } = page.request;
  const isChosen = readPairs(headers.get('cookie') ?? '', 'sd_p').get(name) === CHOSEN[verb];
  return { name, verb, title: choice.titles[verb], flash, securitytoken, isChosen, objects: objectsToTracking(headers) };
}
