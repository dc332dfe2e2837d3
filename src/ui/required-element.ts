import { required } from '../lib/required.ts';

/** The element of a page's own markup that a selector names. @throws when the markup lacks it */
export const requiredElement = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E =>
  required(within.querySelector<E>(selector), selector);
