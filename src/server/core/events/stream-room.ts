import type { Context as HonoContext } from 'hono';
import { streamSSE } from 'hono/streaming';
import { AppError, httpStatus } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { enterRoom, type News, type Source } from './rooms.ts';

/** Streams of one member in this process, and of all. */
const MAX_PER_PERSON = 6;
const MAX_STREAMS = 5_000;
const PING_MS = 15_000;
/** Then the browser connects again, and the right to follow is checked again. */
const LIFETIME_MS = 10 * 60_000;
/** Delay before the browser connects again. */
const RETRY_MS = 2_000;
/** A viewer who reads this slowly is disconnected; the browser continues with the last event it has. */
const MAX_WAITING = 100;

const streams = new Map<string, number>();
let total = 0;

type Who = Pick<RequestContext, 'tenant'> & { db: TenantDb; viewer: Viewer };

/**
 * Server-sent events of a room. Event `news` has what changed; its id is the revision, with which the browser resumes
 * (`Last-Event-ID`).
 * @param id of what is followed, from the path
 * @param require throws AppError for those who may not follow it
 */
export async function streamRoom(
  c: HonoContext,
  { tenant, viewer }: RequestContext,
  { id, require, source }: { id: string; require: (who: Who) => Promise<unknown>; source: Source },
): Promise<Response> {
  try {
    if (!viewer?.enterpriseId) throw new AppError(300, 'pleaseLogIn');
    if (!isUuid(id)) throw new AppError(404, 'notFound');
    await withTenant(tenant.id, (db) => require({ db, tenant, viewer }));
    const own = streams.get(viewer.userId) ?? 0;
    if (own >= MAX_PER_PERSON || total >= MAX_STREAMS) throw new AppError(429, 'tooManyConnections', { retryAfter: 5 });
    streams.set(viewer.userId, own + 1);
    total += 1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return c.text(error.key, httpStatus(error.code), { 'cache-control': 'no-store' });
  }
  const { userId } = viewer;
  const leave = () => {
    total -= 1;
    const left = streams.get(userId)! - 1;
    if (left > 0) streams.set(userId, left);
    else streams.delete(userId);
  };
  const since = /^\d{1,15}$/.exec(c.req.header('last-event-id') ?? '')?.[0];
  c.header('x-accel-buffering', 'no');
  c.header('cache-control', 'private, no-store');
  return streamSSE(c, async (stream) => {
    const queue: News[] = [];
    let wake: () => void = () => undefined;
    let open = true;
    const close = () => {
      open = false;
      wake();
    };
    stream.onAbort(close);
    const timers = [setTimeout(close, LIFETIME_MS), setInterval(() => wake(), PING_MS)];
    let exit: () => void = () => undefined;
    try {
      const first = await source.read(since === undefined ? null : Number(since));
      if (!first) return;
      queue.push(first);
      const send = (news: News) => {
        if (queue.push(news) > MAX_WAITING) close();
        wake();
      };
      exit = enterRoom(source, { send, close }, first.revision);
      while (open && !stream.aborted) {
        const news = queue.shift();
        if (news)
          await stream.writeSSE({
            event: 'news',
            id: String(news.revision),
            data: JSON.stringify(news.data),
            retry: RETRY_MS,
          });
        else {
          await new Promise<void>((resolve) => (wake = resolve));
          if (open && queue.length === 0) await stream.write(': ping\n\n');
        }
      }
    } finally {
      exit();
      timers.forEach(clearTimeout);
      leave();
    }
  });
}
