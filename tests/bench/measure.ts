import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import autocannon from 'autocannon';

export const CONNECTIONS = 32;
type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

export type Load = {
  url: string;
  headers?: Record<string, string>;
  /** Creates each request, if they differ. */
  each?: () => Request;
};
export type Figures = { rps: number; p99: number; failed: number };

/** Returns requests per second and the 99th percentile of latency (ms) under a load of some seconds. */
async function shoot({ url, headers, each }: Load, seconds: number): Promise<Figures> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    ...(each ? { requests: [{ setupRequest: (request: Request) => ({ ...request, ...each() }) }] } : {}),
  });
  return {
    rps: result.requests.average,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

/**
 * Measures two loads alternately, so that both run under the same conditions: a warm-up, then `rounds` of each.
 * @returns the median of the rounds
 */
export async function compare(
  ours: Load,
  bare: Load,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<[Figures, Figures]> {
  for (const load of [bare, ours]) await shoot(load, Math.min(3, seconds));
  const all: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    all[1].push(await shoot(bare, seconds));
    all[0].push(await shoot(ours, seconds));
  }
  return [middle(all[0]), middle(all[1])];
}

function middle(figures: Figures[]): Figures {
  const median = (key: 'rps' | 'p99') => figures.map((each) => each[key]).sort((a, b) => a - b)[figures.length >> 1]!;
  return { rps: median('rps'), p99: median('p99'), failed: figures.reduce((sum, each) => sum + each.failed, 0) };
}

/** Returns the peak memory of a process in MB (Linux only; undefined elsewhere). */
export function peakMemory(pid: number | undefined): number | undefined {
  try {
    const kb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb ? Math.round(Number(kb) / 1024) : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the peak memory of these processes begin anew (Linux only): their start, an import say, needed more than what is measured. */
export function forgetPeaks(pids: number[]): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // Not permitted or not Linux: the peak is that of the whole life of the process.
    }
  }
}

/** Clock ticks per second in `/proc`: the same on all common systems. */
const TICKS = 100;

type Stat = { pid: number; parent: number; seconds: number };

/**
 * A process with its descendants, now (Linux only).
 * @param without processes that are left out, with their descendants
 * @returns the processor seconds that they have used, ended descendants included, and the peak memory of each, MB; undefined elsewhere
 */
export function usageOfTree(
  root: number,
  { without = [] }: { without?: number[] } = {},
): { pids: number[]; seconds: number; peaks: number[] } | undefined {
  const all = readStats();
  const own = all.find(({ pid }) => pid === root);
  if (!own) return undefined;
  const found = [own];
  for (const { pid } of found)
    found.push(...all.filter(({ parent, pid: id }) => parent === pid && !without.includes(id)));
  return {
    pids: found.map(({ pid }) => pid),
    seconds: found.reduce((sum, { seconds }) => sum + seconds, 0),
    peaks: found.flatMap(({ pid }) => peakMemory(pid) ?? []),
  };
}

function readStats(): Stat[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? []);
  } catch {
    return [];
  }
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain blanks: from the state on (field 3) they separate.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { pid, parent: Number(fields[1]), seconds: ticks / TICKS };
  } catch {
    return undefined;
  }
}
