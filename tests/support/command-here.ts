import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';

/**
 * Carries out a command in this process, for what is not of processes, such as signals and the folder in which somebody stands: starting one
 * takes nine tenths of a command's time. Files are named by absolute paths.
 * @param settings variables of the site
 */
export async function commandHere(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (printed.stdout += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (printed.stderr += `${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.stdout += String(text);
      return true;
    }),
  ];
  for (const [name, value] of Object.entries({ DATABASE_URL: '', ...settings })) vi.stubEnv(name, value);
  try {
    const code = await runCommandLine(args);
    return { code, ...printed };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
