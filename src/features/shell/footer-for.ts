import type { ShellFile } from './shell-file.ts';

type FooterParts = Omit<ShellFile['footer'], 'overrides'>;

/** The footer of a page: its own parts, and in place of some what the first override has that is for a path beginning so. @param path without query */
export function footerFor({ overrides, ...footer }: ShellFile['footer'], path: string): FooterParts {
  const { paths: _paths, ...parts } = overrides.find(({ paths }) => paths.some((beginning) => path.startsWith(beginning))) ?? { paths: [] };
  return { ...footer, ...parts };
}
