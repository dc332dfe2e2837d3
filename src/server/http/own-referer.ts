/** The page of this site that a request says it comes from, if it does. */
export function ownReferer(headers: Headers, siteUrl: string): URL | undefined {
  const from = URL.parse(headers.get('referer') ?? '');
  return from?.origin === siteUrl ? from : undefined;
}
