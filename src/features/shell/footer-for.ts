import type { ShellFile } from './shell-file.ts';

type FooterParts = Omit<ShellFile['footer'], 'overrides'>;

/**
 * The footer of a page, with parts replaced by the first override whose paths match the beginning of the page's path.
 * @param path without query
 */
export function footerFor({ overrides, ...footer }: ShellFile['footer'], path: string): FooterParts {
  const { paths: _paths, ...parts } = overrides.find(({ paths }) => paths.some((beginning) => path.startsWith(beginning))) ?? { paths: [] };
  return { ...footer, ...parts };
}
