import { z } from 'zod';
import { Instant, page } from './common.ts';

/**
 * Something that waits for the viewer as lecturer, mentor or superior. Operations `…/waiting/page` of several domains list
 * it in this shape; the Teaching panel of `/account` shows them together.
 */
const Waiting = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  personName: z.string().nullable(),
  /** Since when it waits, or when it takes place. */
  at: Instant,
  /** Where it is handled, without language prefix. */
  path: z.string(),
});

export const WaitingPage = page(Waiting);
