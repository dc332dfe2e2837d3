import { peakMemory } from './processor.ts';
import { runNode } from './program.ts';

export interface Run {
  seconds: number;
  /** Largest resident size of the process, in bytes. */
  peak: number;
  output: string;
}

const BETWEEN_LOOKS = 100;

/** Runs a program to its end, and watches its memory. @throws with what it said when it fails */
export async function measuredRun(script: string, args: string[], env: NodeJS.ProcessEnv, folder?: string): Promise<Run> {
  let peak = 0;
  let watching: NodeJS.Timeout | undefined;
  const began = performance.now();
  const output = await runNode(script, args, env, {
    folder,
    onStart({ pid }) {
      watching = setInterval(() => void peakMemory(pid!).then((bytes = 0) => (peak = Math.max(peak, bytes))), BETWEEN_LOOKS);
    },
  }).finally(() => clearInterval(watching));
  return { seconds: (performance.now() - began) / 1000, peak, output };
}

export const toMib = (bytes: number) => Math.round(bytes / 1024 / 1024);
export const toTenths = (seconds: number) => Math.round(seconds * 10) / 10;
