/** Whether two hosts belong together: `www.` does not count, and one may lie below the other. */
export function isSameHost(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)];
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`);
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');
