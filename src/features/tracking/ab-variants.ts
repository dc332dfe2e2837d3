import { parseStored } from '../../lib/parse-stored.ts';
import { readPairs } from '../shell/cookies.ts';
import { assignVariant, type Weighted } from '../ab-tests/assign-variant.ts';
import { VISITOR_ID } from '../shell/consent.ts';

/** Puts the visitor's variants on the page, as `<html data-ab-{test}="{variant}">`, which styles and scripts read; importing this file does it. */
function showVariants(): void {
  const tests = parseStored(document.querySelector('#ab-tests')?.textContent, areTests) ?? [];
  const visitor = readPairs(document.cookie, 'sd_p').get(VISITOR_ID);
  if (visitor)
    for (const { name, variants } of tests)
      document.documentElement.setAttribute(`data-ab-${name}`, assignVariant(visitor, name, variants));
}

/** The server writes them into each page. */
const areTests = (json: unknown): json is { name: string; variants: Weighted[] }[] => Array.isArray(json);

showVariants();
