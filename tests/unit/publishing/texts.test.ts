import { expect, test } from 'vitest';
import { restoreText, saveText } from '../../../src/features/texts/save-text.server.ts';
import { onDatabase } from '../../support/databases.ts';
import { readConfig } from '../../../src/server/config.ts';
import { contentSecurityPolicy } from '../../../src/server/http/security-headers.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();

const TEXT = '---\ntitle: Who we are\ndescription: Of :site-name.\n---\n\n## We {#we}\n\nMail :contact-email.\n\n::cookies\n';

onDatabase('a page of text', (open) => {
  test('that editors save is published alone, and as a build from nothing publishes it', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 3);
    const release = await publishing.open(context);
    await release.settle();
    expect(answerOf(release, '/about')!.toString()).toMatch(/<h1[^>]*>About us<\/h1>/);
    expect(answerOf(release, '/sitemap-pages.xml')!.toString()).not.toContain('lastmod');
    release.takeChanged();

    await saveText(context, 'about', TEXT, { dryRun: false, findBroken: async () => [] });
    await release.settle();
    expect(release.takeChanged().toSorted()).toEqual(['/about', '/sitemap-index.xml', '/sitemap-pages.xml']);
    const html = answerOf(release, '/about')!.toString();
    expect(html).toMatch(/<title>Who we are \| Magpie<\/title>/);
    expect(html).toContain('content="Of Magpie."');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<h2 id="we">We<\/h2>\s*<p>Mail <a href="mailto:help@localhost">help@localhost<\/a>.<\/p>/);
    expect(html).toContain('<code>style-id</code>');
    const dated = '/about</loc><lastmod>2026-06-01T12:00:00.000Z</lastmod>';
    expect(answerOf(release, '/sitemap-pages.xml')!.toString()).toContain(dated);
    expect(answerOf(release, '/sitemap-index.xml')!.toString()).toContain(`/sitemap-pages.xml</loc>${dated.slice('/about</loc>'.length)}`);

    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });

  test('that is an imprint is there as long as it is written, and every page links to it then', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 3);
    const release = await publishing.open(context);
    await release.settle();
    const html = (path: string) => answerOf(release, path)?.toString();
    expect([html('/imprint'), html('/about')?.includes('/imprint'), html('/sitemap-pages.xml')?.includes('/imprint')]).toEqual([
      undefined,
      false,
      false,
    ]);

    const imprint = '---\ntitle: Impressum\ndescription: Who answers for this.\n---\n\nAda Vogel, Nestweg 1\n';
    await saveText(context, 'imprint', imprint, { dryRun: false, findBroken: async () => [] });
    await release.settle();
    expect(html('/imprint')).toMatch(/<h1[^>]*>Impressum<\/h1>[^]*Ada Vogel/);
    for (const path of ['/', '/about', '/imprint']) expect(html(path)).toContain('<a href="/imprint">Impressum</a>');
    expect(html('/sitemap-pages.xml')).toContain('/imprint</loc><lastmod>2026-06-01');
    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);

    const { messages } = await restoreText(context, 'imprint', 0, { dryRun: false });
    expect(messages.at(-1)).toBe('Saved as version 2. The page is gone.');
    await release.settle();
    expect([html('/imprint'), html('/about')?.includes('/imprint')]).toEqual([undefined, false]);
  });

  test('of privacy follows the settings that it tells of', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 3);
    const release = await publishing.open(context);
    await release.settle();
    const before = answerOf(release, '/privacy')!.toString();
    expect(before).not.toContain('pixel.example');
    expect(before).not.toContain('google-nonce');

    const google = { clientId: 'magpie', issuer: 'https://accounts.google.com' };
    const config = { ...context.config, google, bannerPixels: new Map([['agency', 'https://pixel.example/p.gif']]) };
    const later = await publishing.open({ ...context, config }, release.folder);
    later.publisher.compareEverything();
    await later.settle();
    const after = answerOf(later, '/privacy')!.toString();
    expect(after).toContain('pixel.example');
    expect(after).toContain('<code>google-nonce</code>');
    expect(after).toContain('what Google need');
  });

  test('of privacy names the hosts that pages may contact, and no others', async () => {
    const { db } = await open();
    const settings = {
      ...{ SITE_URL: 'http://localhost:4321' },
      ...{ GOOGLE_CLIENT_ID: 'magpie', FACEBOOK_APP_ID: '12', FACEBOOK_APP_SECRET: 'secret' },
      ...{ RECAPTCHA_V3_PUBLIC_KEY: 'key', RECAPTCHA_V3_SECRET: 'secret' },
      ...{ BANNER_PIXELS: 'agency=https://pixel.example/p.gif', SEARCH_ACTION: 'https://search.example/find' },
    };
    for (const given of [settings, { SITE_URL: settings.SITE_URL }]) {
      const config = readConfig(given);
      const context = { ...frozenContext(db), config };
      await publishedCatalogue(context, 3);
      const release = await publishing.open(context);
      await release.settle();
      const article = /<article[^]*<\/article>/.exec(answerOf(release, '/privacy')!.toString())?.[0] ?? '';
      const words = article.replaceAll(/<code>[^<]*<\/code>|<[^>]*>/g, ' ');
      const named = new Set(words.match(/\b(?:[a-z0-9-]+\.)+(?:com|org|net|example)\b/g));
      const policy = contentSecurityPolicy({ scripts: [], styles: [] }, config);
      const allowed = new Set([...policy.matchAll(/https?:\/\/([^/\s;]+)/g)].map(([, host]) => host));
      expect(named).toEqual(allowed);
    }
  });
});
