import { readFileSync } from 'node:fs';
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
