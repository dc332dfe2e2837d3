import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

/** Seconds of processor time that a process and all below it have used, user and system (proc(5), /proc/pid/stat). */
export async function processorSeconds(pid: number): Promise<number> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(numbers.map(read))).filter((process) => process !== undefined);
  const belongs = new Set([pid]);
  for (let size = 0; size !== belongs.size;) {
    size = belongs.size;
    for (const process of all) if (belongs.has(process.parent)) belongs.add(process.pid);
  }
  return all.filter((process) => belongs.has(process.pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_A_SECOND;
}

async function read(pid: string): Promise<Process | undefined> {
  // A process may end while the folder is read.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name in parentheses may hold anything; what follows it is regular.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { pid: Number(pid), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Has `peakMemory` begin anew: what a process holds now is its peak so far (proc(5), /proc/pid/clear_refs). */
export const restartPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The most memory a process has held so far, in bytes (resident, VmHWM); undefined once it has ended. */
export async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /^VmHWM:\s+(\d+) kB/m.exec(status);
  return found ? Number(found[1]) * 1024 : undefined;
}

/** A machine at rest uses less of its processors, for so many looks in a row. */
const AT_REST = { share: 0.1, looks: 3, apartMs: 1_000 };

/** Waits until hardly anything on this machine uses a processor. @param longestMs how long it waits at most */
export async function untilAtRest(longestMs: number): Promise<void> {
  const late = performance.now() + longestMs;
  for (let looks = 0, last = ticks(); looks < AT_REST.looks && performance.now() < late;) {
    await delay(AT_REST.apartMs);
    const now = ticks();
    looks = (now.used - last.used) / (now.all - last.all) < AT_REST.share ? looks + 1 : 0;
    last = now;
  }
}

function ticks(): { used: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ used: user + nice + sys + irq, idle }));
  const used = times.reduce((sum, each) => sum + each.used, 0);
  return { used, all: times.reduce((sum, each) => sum + each.idle, used) };
}
