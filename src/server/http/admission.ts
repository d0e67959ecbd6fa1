import { performance } from 'node:perf_hooks';
import { createMiddleware } from 'hono/factory';
import PQueue from 'p-queue';
import { switchLocale } from '#src/i18n/locale.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './gateway.ts';

/** Pages that one process renders at the same time at first, at least, and at most. */
const RENDERING = { first: 4, least: 2, most: 12 };
/**
 * Share of the time in which the event loop computes: above `full` further pages delay the saves of running exams and end no
 * sooner; below `free` those that are rendered wait for their statements, and others can compute meanwhile.
 */
const UTILISATION = { free: 0.75, full: 0.9 };
/** Time over which it is measured, ms. */
const MEASURE_MS = 100;
/** Waiting pages of one process; the pages of an exam may fill the whole queue, all others half of it. */
const MAX_WAITING = 300;
/** Seconds after which a browser tries again: different ones, so that those refused together do not return together. */
const RETRY_SECONDS = { from: 4, to: 12 };

/** The page of an exam and its hall. */
const EXAM_PAGE = /^\/(test\/id|account\/exam\/)/;

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
 * Renders as many pages at a time as the event loop has time for, those of exams first; the others wait in a bounded queue
 * (decision 074). Nothing is rendered for browsers that left while they waited.
 * @throws AppError 503 with `retryAfter` when too many pages wait
 */
export function createAdmission(limits: Limits) {
  const queue = new PQueue({ concurrency: limits.first });
  let measuring: NodeJS.Timeout | undefined;

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

  return createMiddleware<Env>(async (c, next) => {
    const isExam = EXAM_PAGE.test(switchLocale(c.req.path, 'zh'));
    if (queue.size >= (isExam ? MAX_WAITING : MAX_WAITING / 2)) throw tooManyPages();
    adapt();
    const leave = await admitted(queue, isExam ? 1 : 0, c.req.raw.signal);
    if (!leave) return c.body(null, 503);
    try {
      await next();
    } finally {
      leave();
    }
  });
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

const PAGE_BUSY = 'pageBusy';

/** Whether a page was refused because too many wait. */
export const isPageBusy = (error: unknown): error is AppError => error instanceof AppError && error.key === PAGE_BUSY;

function tooManyPages(): AppError {
  const { from, to } = RETRY_SECONDS;
  return new AppError(503, PAGE_BUSY, { retryAfter: from + Math.floor(Math.random() * (to - from + 1)) });
}
