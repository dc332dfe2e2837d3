import { decodeXML } from 'entities';
import { expect, test } from 'vitest';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { rssDocument } from '../../../src/lib/rss.ts';

const link = 'https://deals.example/';
const channel = { title: 'Deals', link, description: 'All deals', region: DEFAULT_REGION };

test('a title is plain text, and a description HTML that says the same, whatever a member wrote', () => {
  const text = `27" lamp & <script>alert('x')</script> &lt;b&gt;`;
  const rss = rssDocument(channel, [{ title: text, link, guid: 'DEAL-1', description: text }]);
  const [title, description] = ['title', 'description'].map((name) =>
    decodeXML(new RegExp(`<item>.*<${name}>(.*?)</${name}>`).exec(rss)?.[1] ?? ''),
  );
  expect(title).toBe(text);
  expect(description).toBe(`27" lamp &amp; &lt;script>alert('x')&lt;/script> &amp;lt;b&amp;gt;`);
});
