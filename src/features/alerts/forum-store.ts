import { atom } from 'nanostores';
import { forumsCall, type ForumsAnswer } from '../deals/contracts/forums.ts';
import { getJson, isFault } from '../session/calls.ts';

/** Forums to choose from; undefined until they are there. */
export const $forums = atom<ForumsAnswer['forums'] | undefined>(undefined);

/** Loads the forums once; where they do not come, an alert is for all of them. */
export async function loadForums(): Promise<void> {
  if ($forums.get()) return;
  const answer = await getJson(forumsCall, {});
  if (!isFault(answer)) $forums.set(answer.forums);
}
