import { expect, test } from 'vitest';
import { footerFor } from '../../../src/features/shell/footer-for.ts';
import { DEFAULT_SHELL } from '../../../src/features/shell/default-shell.ts';

const LEGAL = [{ heading: 'Legal', links: [{ title: 'Terms of the sale', url: '/terms' }] }];
const FOOTER = {
  ...DEFAULT_SHELL.footer,
  overrides: [
    { paths: ['/browse/sale', '/category/monitors'], linkSections: LEGAL },
    { paths: ['/browse'], appLinks: [], experienceSwitcher: { displaySwitcher: false, currentExperience: 'Redesign' } },
  ],
};

test('a page has the footer of all pages where nothing else is for it', () => {
  const { overrides: _overrides, ...usual } = FOOTER;
  expect(footerFor(FOOTER, '/')).toEqual(usual);
  expect(footerFor({ ...FOOTER, overrides: [] }, '/browse/sale')).toEqual(usual);
});

test('the first override for a path stands in for the parts that it has, and for no others', () => {
  const { overrides: _overrides, ...usual } = FOOTER;
  expect(footerFor(FOOTER, '/category/monitors')).toEqual({ ...usual, linkSections: LEGAL });
  expect(footerFor(FOOTER, '/browse/gifts')).toMatchObject({
    linkSections: usual.linkSections,
    experienceSwitcher: { displaySwitcher: false },
  });
  expect(footerFor(FOOTER, '/browse/sale').experienceSwitcher).toEqual(usual.experienceSwitcher);
});
