import { expect, test } from 'vitest';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();

const SHELL = {
  header: {
    logo: { imageUrl: '/logo.png', alt: 'Deals of ours' },
    subNavigation: [],
    textLinks: [
      {
        title: 'Lists',
        href: '/all',
        dropdown: [{ title: 'Hot', href: '/popular', leftIcon: 'star', rightIcon: 'cashback', badge: 'New' }],
      },
    ],
    iconButtons: [
      { title: 'Alerts', icon: 'bell', badge: '3', href: '/account/sign-up', clickAction: 'regModal' },
      { title: 'Partner', avatar: '/partner.png', alt: 'A partner', href: 'https://partner.example/', hrefNewTab: true },
      {
        title: 'Member',
        buttonType: 'user',
        badge: '7',
        dropdown: [{ title: 'My corner', href: '/for-you', leftIcon: 'user', badge: '2' }],
      },
    ],
    financeLinks: [{ title: 'Cards', href: '/browse/cards' }],
    occasion: { title: 'Black Friday', imageUrl: '/friday.png', link: '/popular', color: '#101010', mstValues: { banner: 'bf' } },
    extensionPromo: { ctaLink: 'https://extension.example/' },
  },
  footer: {
    appLinks: [{ type: 'extension', title: 'Our extension', url: 'https://extension.example/', src: '/extension.png' }],
    linkSections: [{ heading: 'Legal', links: [{ title: 'Imprint', url: '/terms' }] }],
    experienceSwitcher: { displaySwitcher: false, currentExperience: 'Redesign' },
    experiences: [{ content: 'Classic', url: '/' }],
  },
};

onDatabase('header and footer', (open) => {
  test('that editors save stand on every page, and on nothing an older one', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 3);
    const release = await publishing.open(context);
    await release.settle();
    await saveShell(context, JSON.stringify(SHELL), { dryRun: false });
    await release.settle();
    const pages = [...release.shown.keys()].filter((address) => answerOf(release, address)!.includes('<!DOCTYPE html>'));
    expect(pages).toEqual(expect.arrayContaining(['/', '/about', '/offline', '/404.html']));
    expect(pages.filter((address) => !answerOf(release, address)!.includes('Imprint'))).toEqual([]);
    const html = answerOf(release, '/')!.toString();
    for (const part of [
      /<img[^>]* src="\/logo.png"[^>]* alt="Deals of ours"/,
      /<button[^>]* popovertarget="nav-0"[^>]*>\s*Lists/,
      /<a href="\/popular"[^>]*><svg.*?<span[^>]*>Hot<\/span><b[^>]*>New<\/b><svg/s,
      /<a [^>]*href="\/account\/sign-up"[^>]* data-click-action="regModal"/,
      /<a [^>]*href="https:\/\/partner.example\/" target="_blank" rel="noopener"[^>]*><img src="\/partner.png" alt="A partner"/,
      /data-user-button.*?data-user-avatar[^>]*><\/span>\s*<b[^>]*>7<\/b>/s,
      /id="user-menu".*<a href="\/for-you"[^>]*><svg.*?<span[^>]*>My corner<\/span><b[^>]*>2<\/b>.*<\/form>/s,
      // The menu of phones says the same as the bar.
      /id="menu".*<details>.*<svg.*?<span[^>]*>Hot<\/span><b[^>]*>New<\/b><svg.*<\/details>/s,
      /<a [^>]*href="\/popular" data-mst-banner="bf".*fill="#101010".*src="\/friday.png"[^>]* width="60" height="60"/s,
      // On phones it is in the menu.
      /id="menu".*data-mst-banner="bf".*src="\/friday.png"/s,
      />Get the extension<\/a>/,
      /<li class="in-chromium">.*src="\/extension.png"[^>]* alt="Our extension" width="152"/s,
    ])
      expect(html).toMatch(part);
    // The sub-navigation is hidden, so the finance link is a main link.
    expect(html).not.toContain('Trending');
    expect(html).toMatch(/aria-label="Main">.*>\s*Cards\s*<\/a>\s*<\/nav>/s);
    expect(html).not.toContain('>Classic<');

    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });
});
