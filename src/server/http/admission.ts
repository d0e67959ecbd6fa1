import { performance } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import PQueue from 'p-queue';
import { switchLocale } from '#src/i18n/locale.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './env.ts';

/** Pages that one process renders at the same time at first, at least, and at most. */
const RENDERING = { first: 4, least: 2, most: 12 };
/**
 * Share of the time in which the event loop computes: above `full` further pages delay the saves of running exams and end no
 * sooner; below `free` those that are rendered wait for their statements, and others can compute meanwhile.
 */
const UTILISATION = { free: 0.75, full: 0.9 };
/** Time over which it is measured, ms. */
const MEASURE_MS = 100;
/** Waiting pages of one process, by their rank: what is left above them is for those of a higher rank. */
const MAX_WAITING = [150, 240, 300] as const;
/** Mean time after which a browser that was refused tries again, seconds. */
const RETRY_SECONDS = { least: 8, most: 60 };
/** How many of those who were refused return while one page is rendered: more than one, so that the process is never idle meanwhile. */
const RETURNING = 1.5;
/** Time over which refused and rendered pages are counted, ms. */
const RETRY_WINDOW_MS = 5_000;

const PAGE_BUSY = 'pageBusy';

/** Those who are in the hall go on before others enter it, and these before everybody else, results included. */
function rankOf(path: string): 0 | 1 | 2 {
  const page = switchLocale(path, 'zh');
  if (page.startsWith('/test/id')) return 1;
  return /^\/account\/exam\/(?!detail|examQuestion|examSuccess)/.test(page) ? 2 : 0;
}

type Limits = typeof RENDERING;

/** Returns how many pages are rendered at the same time from now on, by what the event loop did lately. */
export function nextRendering(
  now: number,
  { utilisation, waiting }: { utilisation: number; waiting: number },
  { least, most }: Limits = RENDERING,
): number {
  if (utilisation > UTILISATION.full) return Math.max(least, now - 1);
  if (utilisation < UTILISATION.free && waiting > 0) return Math.min(most, now + 1);
  return now;
}

/**
 * Returns the mean time after which refused browsers try again, seconds: hardly more of them return per second than pages are rendered. With
 * a fixed time, refusing those who wait would take the time in which they could be served.
 * @param mean mean time that they have been told so far
 * @param counted refused and rendered pages of the last window
 */
export function nextRetry(mean: number, counted: { refused: number; rendered: number }): number {
  const { refused, rendered } = counted;
  const { least, most } = RETRY_SECONDS;
  // It falls slowly: those who were told to come late are not counted in the meantime.
  return Math.min(most, Math.max(least, 0.8 * mean, (refused * mean) / (RETURNING * Math.max(1, rendered))));
}

/**
 * Renders as many pages at a time as the event loop has time for, by rank; the others wait in a bounded queue (decision 074). Nothing is
 * rendered for browsers that left while they waited. `early` refuses pages of exams before their session is looked up.
 * @throws AppError 503 with `retryAfter` when too many pages wait
 */
export function createAdmission(limits: Limits): { early: MiddlewareHandler<Env>; admit: MiddlewareHandler<Env> } {
  const queue = new PQueue({ concurrency: limits.first });
  let measuring: NodeJS.Timeout | undefined;
  let mean = RETRY_SECONDS.least;
  let counted = { since: performance.now(), refused: 0, rendered: 0 };

  /** Adapts the number of pages while there are any. */
  function adapt(): void {
    if (measuring || limits.least === limits.most) return;
    let before = performance.eventLoopUtilization();
    measuring = setInterval(() => {
      const now = performance.eventLoopUtilization();
      const { utilization: utilisation } = performance.eventLoopUtilization(now, before);
      before = now;
      queue.concurrency = nextRendering(queue.concurrency, { utilisation, waiting: queue.size }, limits);
      if (queue.size + queue.pending > 0) return;
      clearInterval(measuring);
      measuring = undefined;
    }, MEASURE_MS).unref();
  }

  function count(what: 'refused' | 'rendered'): void {
    const now = performance.now();
    if (now - counted.since > RETRY_WINDOW_MS) {
      // After a longer time nobody waits any more.
      mean = now - counted.since > 2 * RETRY_WINDOW_MS ? RETRY_SECONDS.least : nextRetry(mean, counted);
      counted = { since: now, refused: 0, rendered: 0 };
    }
    counted[what]++;
  }

  function refuseIfFull(rank: 0 | 1 | 2): void {
    if (queue.size < MAX_WAITING[rank]) return;
    count('refused');
    // Different times, so that those who were refused together do not return together.
    throw new AppError(503, PAGE_BUSY, { retryAfter: Math.round(mean * (0.5 + Math.random())) });
  }

  return {
    early: createMiddleware<Env>(async (c, next) => {
      // Every request passes here, answers of exams too: a queue that is not full costs one comparison.
      if (queue.size >= MAX_WAITING[1] && c.req.method === 'GET') {
        const rank = rankOf(c.req.path);
        if (rank > 0) refuseIfFull(rank);
      }
      await next();
    }),
    admit: createMiddleware<Env>(async (c, next) => {
      // The addresses are known to everybody: only who is signed in comes first by them.
      const rank = c.var.request.viewer ? rankOf(c.req.path) : 0;
      refuseIfFull(rank);
      adapt();
      const leave = await admitted(queue, rank, c.req.raw.signal);
      if (!leave) return c.body(null, 503);
      try {
        await next();
      } finally {
        count('rendered');
        leave();
      }
    }),
  };
}

/** The admission of this process. With an external gateway, pages wait for its answers most of their time. */
export const admission = createAdmission(settings().gatewayUrl ? { first: 24, least: 24, most: 24 } : RENDERING);

/** Waits for its turn. @returns the function that ends it; null when the browser has left meanwhile */
function admitted(queue: PQueue, priority: number, browser: AbortSignal): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    // Only the wait is cancelled: a page that is being rendered is completed.
    const waiting = new AbortController();
    const left = () => waiting.abort();
    if (browser.aborted) left();
    browser.addEventListener('abort', left, { once: true });
    const turn = () =>
      new Promise<void>((leave) => {
        browser.removeEventListener('abort', left);
        resolve(leave);
      });
    queue.add(turn, { priority, signal: waiting.signal }).catch(() => resolve(null));
  });
}

/** Whether a page was refused because too many wait. */
export const isPageBusy = (error: unknown): error is AppError => error instanceof AppError && error.key === PAGE_BUSY;
