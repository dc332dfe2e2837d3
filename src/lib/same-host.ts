/** Whether two hosts belong together: `www.` does not count, and one may lie below the other. */
export function isSameHost(one: string, other: string): boolean {
  const [first, second] = [bareHost(one), bareHost(other)];
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`);
}

/** A host as shops are compared by: in small letters, without `www.`. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');
