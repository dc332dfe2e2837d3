import { readPairs } from '../shell/cookies.ts';
import { assignVariant, type Weighted } from '../ab-tests/assign-variant.ts';
import { VISITOR_ID } from '../shell/consent.ts';

/** Puts the visitor's variants on the page, as `<html data-ab-{test}="{variant}">`, which styles and scripts go by; the import of this file does it. */
function showVariants(): void {
  const tests = JSON.parse(document.querySelector('#ab-tests')?.textContent ?? '[]') as { name: string; variants: Weighted[] }[];
  const visitor = readPairs(document.cookie, 'sd_p').get(VISITOR_ID);
  if (visitor)
    for (const { name, variants } of tests)
      document.documentElement.setAttribute(`data-ab-${name}`, assignVariant(visitor, name, variants));
}

showVariants();
