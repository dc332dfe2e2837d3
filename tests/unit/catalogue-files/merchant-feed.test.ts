import fc from 'fast-check';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { issueText } from '../../../src/features/catalogue/check-record.ts';
import type { ColumnMap } from '../../../src/features/catalogue-files/column-map.ts';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { readRecords } from '../../../src/features/catalogue-files/read-records.ts';
import { runs } from '../../support/full.ts';
import { contextOf, NOW, PARSE_CONTEXT, temporaryFolder } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

async function fileOf(content: string | Uint8Array, name = 'feed.xml'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return path;
}

/** Each product as its record, or as its line and what is wrong with it. */
async function read(content: string | Uint8Array, { name = 'feed.xml', map }: { name?: string; map?: ColumnMap } = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const one of readRecords(await fileOf(content, name), { parseContext: PARSE_CONTEXT, source: 'acme-feed', map }))
    found.push('record' in one ? one.record : `${one.line} ${one.problems.map(issueText).join('; ')}`);
  return found;
}

const rss = (items: string, { head = '<title>Acme</title>', declaration = '<?xml version="1.0"?>' } = {}) => `${declaration}
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>${head}
${items}
</channel>
</rss>`;

const item = (more = '', { price = '<g:price>249.00 USD</g:price>' } = {}) => `<item>
<g:id>7</g:id>
<g:title>A 27-inch monitor</g:title>
<g:link>https://acme.example/p/7</g:link>
<g:product_type>Electronics &gt; Monitors</g:product_type>
${price}${more}
</item>`;

const day = (days: number) => `${new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 16)}+0000`;
const sale = (from: number, until: number) =>
  `<g:sale_price>199.00 USD</g:sale_price><g:sale_price_effective_date>${day(from)}/${day(until)}</g:sale_price_effective_date>`;

describe('a feed for Google Merchant', () => {
  test('has a deal of each product, filed and shipped as it says', async () => {
    const [deal] = await read(
      rss(
        item(`<g:description><![CDATA[<p>Sharp &amp; bright.</p><ul><li>4K</li><li>USB-C</li></ul>]]></g:description>
<g:image_link>https://acme.example/7.jpg</g:image_link><g:brand>Zeta</g:brand><g:condition>Refurbished</g:condition>
<g:availability>in_stock</g:availability><g:color>black</g:color><g:size>27 in</g:size><g:gtin>0123456789012</g:gtin>
<g:shipping><g:country>us</g:country><g:service>Ground</g:service><g:price>9.99 USD</g:price></g:shipping>
<g:shipping><g:country>CA</g:country><g:price>6.49 USD</g:price></g:shipping>
<g:free_shipping_threshold><g:country>US</g:country><g:price_threshold>35.00 USD</g:price_threshold></g:free_shipping_threshold>`),
      ),
    );
    expect(deal).toMatchObject({
      ...{ type: 'deal', source: 'acme-feed', sourceId: '7', title: 'A 27-inch monitor', description: 'Sharp & bright.\n4K\nUSB-C' },
      ...{ store: 'Acme', brand: 'Zeta', category: 'Electronics > Monitors', url: 'https://acme.example/p/7' },
      ...{ image: 'https://acme.example/7.jpg', price: { cents: 24_900, terms: null }, currency: 'USD', condition: 'refurbished' },
      ...{ expired: false, shipping: 649, freeShippingFrom: 3_500, shipsTo: ['US', 'CA'], variants: ['black', '27 in'] },
    });
  });

  test.each([
    ['', {}],
    [`${day(-1).slice(0, 10)} - ${day(2).slice(0, 10)}`, undefined],
    [`soon/${day(2)}`, undefined],
    [`/${day(2)}`, { expiresAt: new Date(NOW.getTime() + 2 * 86_400_000) }],
  ])('has the sale of the dates “%s”, or is refused where they cannot be read', async (dates, expected) => {
    const [first] = await read(
      rss(item(`<g:sale_price>199.00 USD</g:sale_price><g:sale_price_effective_date>${dates}</g:sale_price_effective_date>`)),
    );
    if (expected) expect(first).toMatchObject({ price: { cents: 19_900 }, ...expected });
    else expect(first).toMatch(new RegExp(`^4 startsAt: must be a date such as .* \\(is "${dates.split('/')[0]}"\\)$`));
  });

  test('has the price of a sale that is on, one to come from its beginning, and none that is over', async () => {
    const [on, toCome, over, always] = await read(
      rss([sale(-2, 3), sale(2, 3), sale(-3, -2), '<g:sale_price>199.00 USD</g:sale_price>'].map((more) => item(more)).join('')),
    );
    const reduced = { price: { cents: 19_900, terms: null }, listPrice: 24_900 };
    expect(on).toMatchObject({ ...reduced, expiresAt: new Date(NOW.getTime() + 3 * 86_400_000) });
    expect(on).not.toHaveProperty('startsAt');
    expect(toCome).toMatchObject({ ...reduced, startsAt: new Date(NOW.getTime() + 2 * 86_400_000) });
    expect(over).toMatchObject({ price: { cents: 24_900, terms: null } });
    for (const field of ['listPrice', 'startsAt', 'expiresAt']) expect(over).not.toHaveProperty(field);
    expect(always).toMatchObject(reduced);
  });

  test('has no sale where its price is nothing, as feeds write that there is none', async () => {
    const prices = ['0.00 USD', '0', '$0.00'].map((price) => item(`<g:sale_price>${price}</g:sale_price>`));
    const deals = await read(rss(prices.join('')));
    expect(deals).toMatchObject(prices.map(() => ({ price: { cents: 24_900, terms: null } })));
    for (const deal of deals) expect(deal).not.toHaveProperty('listPrice');
  });

  test('has its texts without HTML, and says what to do where no category is named', async () => {
    const [deal] = await read(rss(item().replace('A 27-inch monitor', '&lt;b&gt;A&lt;/b&gt; monitor &amp;amp; more')));
    expect(deal).toMatchObject({ title: 'A monitor & more' });
    const path = await fileOf(rss(item().replace(/<g:product_type>.*/, '')));
    expect((await readRecords(path, { parseContext: PARSE_CONTEXT, source: 'acme-feed' }).next()).value).toMatchObject({
      problems: [
        {
          field: 'category',
          advice:
            'For a table or a feed a map gives one category to all that name none: --map FILE with {"values": {"category": "monitors"}}.',
        },
      ],
    });
  });

  test('has no list price where the sale is at the price, however both are written', async () => {
    const [same, none] = await read(
      rss(
        ['10 USD', '10 EUR']
          .map((price) => item('<g:sale_price>10.00 USD</g:sale_price>', { price: `<g:price>${price}</g:price>` }))
          .join(''),
      ),
    );
    expect(same).toMatchObject({ price: { cents: 1_000 } });
    expect(same).not.toHaveProperty('listPrice');
    expect(none).toMatch(/listPrice: is in EUR, but the currency is USD/);
  });

  test('has the cheapest shipping, with thousands or decimals behind a comma', async () => {
    const ways = [
      ['1,299.00 USD', '15.00 USD'],
      ['4,90 EUR', '1.000,00 EUR'],
      ['about 3', '7.00 USD'],
    ];
    const shipping = (prices: string[]) => prices.map((price) => `<g:shipping><g:price>${price}</g:price></g:shipping>`).join('');
    const items = ways.map((prices) => item(shipping(prices), { price: `<g:price>9 ${prices.join().slice(-3)}</g:price>` }));
    expect(await read(rss(items.join('')))).toMatchObject([{ shipping: 1_500 }, { shipping: 490 }, { shipping: 700 }]);
  });

  test('expires what is out of stock, however that is spelt', async () => {
    const out = ['out_of_stock', 'Out of Stock', 'out-of-stock', 'OutOfStock', 'https://schema.org/OutOfStock'];
    const states = [...out, 'in stock', 'preorder', 'InStock'];
    const deals = await read(rss(states.map((state) => item(`<g:availability>${state}</g:availability>`)).join('')));
    expect(deals).toMatchObject(states.map((state) => ({ expired: out.includes(state) })));
  });

  test('leads to the page of the product, whichever of its links in Atom comes first', async () => {
    const links = '<link rel="self" href="https://acme.example/7.atom"/><link rel="alternate" href="https://acme.example/p/7"/>';
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Acme</title>
<entry><g:id>7</g:id><title>A lamp for the desk</title>${links}<g:product_type>Home</g:product_type><g:price>19.99 USD</g:price></entry></feed>`;
    expect(await read(atom)).toMatchObject([{ url: 'https://acme.example/p/7' }]);
  });

  test('may give Google’s namespace any prefix', async () => {
    const [usual, other] = [rss(item()), rss(item()).replaceAll(/\bg:|:g=/g, (found) => found.replace('g', 'goog'))];
    expect(await read(other)).toEqual(await read(usual));
  });

  test('may be Atom, leave out the prefix, name things twice, and have a number for Google’s category', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Acme</title>
<entry><id>tag:7</id><g:id>7</g:id><title>A lamp for the desk</title><link href="https://acme.example/p/7"/><product_type>Home</product_type>
<product_type>Lamps</product_type><g:google_product_category>3006</g:google_product_category><price>19.99 USD</price></entry></feed>`;
    expect(await read(atom)).toMatchObject([
      { sourceId: '7', title: 'A lamp for the desk', url: 'https://acme.example/p/7', category: 'Home', price: { cents: 1_999 } },
    ]);
  });

  test('is read by a map where it names things its own way', async () => {
    const map: ColumnMap = {
      columns: { custom_label_0: 'category', brand: null, price: 'listPrice' },
      values: { store: 'acme', price: '5', shipsTo: 'DE|AT' },
      ignoreOthers: false,
    };
    const [deal] = await read(rss(item('<g:custom_label_0>monitors</g:custom_label_0><g:brand>No name</g:brand>')), { map });
    expect(deal).toMatchObject({ store: 'acme', category: 'monitors', listPrice: 24_900, price: { cents: 500 }, shipsTo: ['DE', 'AT'] });
    expect(deal).not.toHaveProperty('brand');
  });

  test('says of each product what is wrong with it, by the line where it begins', async () => {
    const wrong = item('<g:condition>like new</g:condition>', { price: '<g:price>249.00 EUR USD</g:price>' });
    const [first, second] = await read(rss(`${wrong}\n${item().replace('A 27-inch monitor', '')}`));
    expect(first).toMatch(/^4 .*price.*condition: must be one of/v);
    expect(second).toMatch(/^11 title: /v);
  });

  test('that is cut off, or not well-formed, has what comes before, and says where it ends', async () => {
    const whole = rss(item());
    const [deal, told] = await read(whole.slice(0, whole.indexOf('</channel>')));
    expect(deal).toMatchObject({ sourceId: '7' });
    expect(told).toMatch(/^11 is not well-formed XML from column 1 on: Unclosed root tag$/v);
    expect((await read(whole.replace('</channel>', '<item></channel>'))).at(-1)).toMatch(/^11 is not well-formed XML from column 17 on: /v);
  });

  test('that is none says so', async () => {
    expect(await read('<urlset><url><loc>https://acme.example/</loc></url></urlset>')).toEqual([
      '0 has no <item> and no <entry>: XML is read as a feed for Google Merchant (docs/import.md)',
    ]);
  });

  test('expands no entities of its own', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${rss(item('<g:brand>&b;</g:brand>'), { declaration: '' })}`;
    expect(await read(bomb)).toEqual([expect.stringMatching(/^9 is not well-formed XML from column 42 on: Invalid character entity/v)]);
  });

  test('is read in the encoding that it names, and compressed', async () => {
    const declared = (name: string) => rss(item('<g:brand>Ströme</g:brand>'), { declaration: `<?xml version="1.0" encoding="${name}"?>` });
    const brands = async (content: string | Uint8Array, name?: string) =>
      (await read(content, { name: name ?? 'feed.xml' })).map((deal) =>
        typeof deal === 'string' ? deal : (deal as { brand?: string }).brand,
      );
    expect(await brands(Buffer.from(declared('ISO-8859-1'), 'latin1'))).toEqual(['Ströme']);
    expect(await brands(gzipSync(declared('UTF-8')), 'feed.XML.gz')).toEqual(['Ströme']);
    expect(await brands(Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'))).toEqual(['Ströme']);
    expect(await brands(Buffer.from(declared('UTF-16'), 'utf16le'))).toEqual(['Ströme']);
    expect(await brands(Buffer.from(declared('UTF-8'), 'latin1'))).toEqual(['0 is not in utf-8, which it says it is; save it as UTF-8']);
    expect(await brands(declared('klingon'))).toEqual(['1 names the encoding klingon, which is not known; save it as UTF-8']);
  });

  test('is not called wrongly encoded where the reading of a product fails', async () => {
    const fault = new TypeError('a fault of the program');
    const parseContext = {
      ...PARSE_CONTEXT,
      get now(): Date {
        throw fault;
      },
    };
    const sale = '<g:price>9.00 USD</g:price><g:sale_price>5.00 USD</g:sale_price>';
    const dates = '<g:sale_price_effective_date>2026-01-01T00:00Z/2026-01-02T00:00Z</g:sale_price_effective_date>';
    const path = await fileOf(rss(item(dates, { price: sale })));
    await expect(readRecords(path, { parseContext, source: 'acme-feed' })[Symbol.asyncIterator]().next()).rejects.toBe(fault);
  });

  test('gives every text as it was written, whatever it is and however it is escaped', async () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const title = fc
      .string({ unit: fc.constantFrom(...'abcÄ日&<>"\'] ;'), minLength: 3, maxLength: 60 })
      .filter((text) => /^\S.+\S$/.test(text) && !/&.*;/.test(text));
    await fc.assert(
      fc.asyncProperty(title, fc.boolean(), async (text, asData) => {
        fc.pre(!asData || !text.includes(']]>'));
        const written = asData ? `<![CDATA[${text}]]>` : escaped(text);
        expect(await read(rss(item().replace('A 27-inch monitor', () => written)))).toMatchObject([{ title: text }]);
      }),
      { numRuns: runs(30, 300) },
    );
  });
});

describe('a table for Google Merchant', () => {
  const mapOf = (columns: ColumnMap['columns']): ColumnMap => ({
    columns,
    values: { store: 'acme', category: 'home' },
    ignoreOthers: false,
  });
  const table = (columns: string, ...rows: string[]) =>
    read([columns, ...rows].join('\n').replaceAll('|', '\t'), { name: 'feed.tsv', map: mapOf({}) });

  test('is read as the feed', async () => {
    const [deal, gone] = await table(
      'id|title|description|link|image link|availability|g:price|sale_price|sale price effective date|brand|gtin|product_type|shipping(country:price)|size',
      `007|A 27-inch monitor|<p>Sharp</p>|https://acme.example/p/7|https://acme.example/7.jpg|in_stock|249.00 USD|199.00 USD|${day(-2)}/${day(3)}|Zeta|0123456789012|Electronics > Monitors|us:9.99 USD,CA:6.49 USD|27 in`,
      '8|A lamp||https://acme.example/p/8||out of stock|20.00 USD|||||||',
    );
    expect(deal).toMatchObject({
      ...{ type: 'deal', source: 'acme-feed', sourceId: '007', title: 'A 27-inch monitor', description: 'Sharp', brand: 'Zeta' },
      ...{ url: 'https://acme.example/p/7', image: 'https://acme.example/7.jpg', category: 'Electronics > Monitors', expired: false },
      ...{ price: { cents: 19_900 }, listPrice: 24_900, expiresAt: new Date(NOW.getTime() + 3 * 86_400_000) },
      ...{ shipping: 649, shipsTo: ['US', 'CA'], variants: ['27 in'] },
    });
    expect(gone).toMatchObject({ sourceId: '8', price: { cents: 2_000 }, expired: true, category: 'home' });
  });

  test.each([
    ['US:::4.99 USD', { shipping: 499, shipsTo: ['US'] }],
    ['US:CA:Overnight:15.99 USD:1:1:2:3,US::Standard:0 USD', { shipping: 0, shipsTo: ['US'] }],
    ['DE::Standard:4,95 USD, AT:::9,95 USD', { shipping: 495, shipsTo: ['DE', 'AT'] }],
    ['4.99 USD', { shipping: 499 }],
  ])('is shipped for the cheapest of “%s”', async (shipping, expected) => {
    const [deal] = await table('id|title|link|price|shipping', `7|A lamp|https://acme.example/p/7|20.00 USD|${shipping}`);
    expect(deal).toMatchObject(expected);
  });

  test('has columns of our own fields besides, of which a map leaves some out', async () => {
    const content = 'id,title,link,price,store,category,couponCode\n7,A lamp,https://acme.example/p/7,20.00 USD,Lumen,Lamps,GLOW';
    const ours = { sourceId: '7', store: 'Lumen', category: 'Lamps' };
    expect(await read(content, { name: 'feed.csv' })).toMatchObject([{ ...ours, couponCode: 'GLOW' }]);
    const [without] = await read(content, { name: 'feed.csv', map: mapOf({ couponCode: null }) });
    expect(without).toMatchObject(ours);
    expect(without).not.toHaveProperty('couponCode');
  });

  test('has fields of a map besides, and is read by the map alone where that names its columns', async () => {
    const content = 'id,title,link,price,custom_label_0\n7,A lamp,https://acme.example/p/7,20.00 USD,Lamps';
    const mapped = (columns: ColumnMap['columns']) => read(content, { name: 'feed.csv', map: mapOf(columns) });
    expect(await mapped({ custom_label_0: 'category' })).toMatchObject([{ sourceId: '7', category: 'Lamps', store: 'acme' }]);
    expect(await mapped({ nothing: 'category' })).toEqual([expect.stringMatching(/^1 --map: no column "nothing"/)]);
    expect(await mapped({ id: 'sourceId' })).toEqual([expect.stringMatching(/^1 unknown columns: link, custom_label_0/)]);
    expect(await mapped({ id: 'sourceId', link: 'url', custom_label_0: null })).toMatchObject([{ sourceId: '7', title: 'A lamp' }]);
  });
});

eachDatabase('an import of a feed for Google Merchant', (open) => {
  test('makes its store, brands and categories, and brings back what is in stock again', async () => {
    const context = contextOf(await open());
    const of = async (state: string) =>
      importFiles(context, [await fileOf(rss(item(`${sale(-2, 3)}<g:brand>Zeta</g:brand><g:availability>${state}</g:availability>`)))], {
        ...{ source: 'acme-feed', createMissing: true },
      });
    expect((await of('in_stock')).problems).toEqual([]);
    const shown = () =>
      context.db
        .selectFrom('deals')
        .innerJoin('stores', 'stores.id', 'deals.store_id')
        .innerJoin('categories', 'categories.id', 'deals.category_id')
        .select(['stores.host', 'stores.name as store', 'categories.name as category', 'price_cents', 'list_price_cents', 'status'])
        .execute();
    const deal = { host: 'acme.example', store: 'Acme', category: 'Monitors', price_cents: 19_900, list_price_cents: 24_900 };
    expect(await shown()).toEqual([{ ...deal, status: 'live' }]);
    await of('out_of_stock');
    expect(await shown()).toEqual([{ ...deal, status: 'expired' }]);
    await of('in_stock');
    expect(await shown()).toEqual([{ ...deal, status: 'live' }]);
  });

  test('on one line says which of its products has a problem, and which one looks like another', async () => {
    const context = contextOf(await open());
    const oneLine = async (...products: string[]) => fileOf(rss(products.join('')).replaceAll(/\s*\n/gv, ''));
    const numbered = (id: string, price?: string) => item('', price === undefined ? {} : { price }).replace('<g:id>7<', `<g:id>${id}<`);
    const options = { source: 'acme-feed', createMissing: true, dryRun: true };
    const wrong = await oneLine(item(), numbered('8', '<g:price>call us</g:price>'), item(), numbered(''));
    expect((await importFiles(context, [wrong], options)).problems).toMatchObject([
      { line: 1, record: '8', field: 'price' },
      { line: 1, record: 'A 27-inch monitor', field: 'sourceId' },
      { line: 1, record: '7', reason: 'this deal is already in line 1; leave one of the two out' },
    ]);
    expect((await importFiles(context, [await oneLine(item(), numbered('8'))], options)).warnings).toMatchObject([
      { reason: '"A 27-inch monitor" looks like the same product at the same store and price as product "7" in line 1' },
    ]);
  });
});
