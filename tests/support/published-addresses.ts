import { ask } from './http.ts';

const ASKED_AT_ONCE = 6;

/** Every address that the sitemaps of a site list, with the sitemaps themselves. */
export async function listedAddresses(url: string): Promise<string[]> {
  const sitemaps = await listed(url, '/sitemap-index.xml');
  const pages = await Promise.all(sitemaps.map((path) => listed(url, path)));
  return [...sitemaps, ...pages.flat()];
}

async function listed(url: string, path: string): Promise<string[]> {
  const { text } = await ask(url, path);
  return [...text.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, address]) => address || '/');
}

/** What is wrong with an address: it fails, is not whole, or is not what its on-demand page answers at this moment. */
async function fault(url: string, address: string): Promise<string | undefined> {
  const [shown, made] = await Promise.all([ask(url, address), ask(url, `${address}?hideexpired=0`)]);
  if (shown.status !== 200) return `${address} answers ${shown.status}`;
  if (!/<\/(html|urlset|sitemapindex)>\s*$/.test(shown.text)) return `${address} is not whole`;
  return shown.body.equals(made.body) ? undefined : `${address} is not what its on-demand page answers`;
}

/** What is wrong with any of these addresses. */
export async function faultsOf(url: string, addresses: string[]): Promise<string[]> {
  const left = addresses.values();
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: ASKED_AT_ONCE }, async () => {
      for (const address of left) {
        const found = await fault(url, address);
        if (found) faults.push(found);
      }
    }),
  );
  return faults;
}

/** Those of the addresses that are left to their on-demand pages. */
export async function unpublished(url: string, addresses: string[]): Promise<string[]> {
  const answers = await Promise.all(addresses.map((address) => ask(url, address, { method: 'HEAD' })));
  return addresses.filter((_, index) => answers[index]!.headers.etag === undefined);
}
