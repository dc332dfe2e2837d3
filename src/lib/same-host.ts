/** Whether two hosts belong together: they are the same without `www.`, or one is a subdomain of the other. */
export function isSameHost(one: string, other: string): boolean {
  const [first, second] = [bareHost(one), bareHost(other)];
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`);
}

/** A host as shops are compared by: in small letters, without `www.`. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');
