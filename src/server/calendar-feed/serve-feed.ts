import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { subscribedCalendar } from '#src/lib/calendar-file.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { hashFeedToken, isFeedToken } from './feed-token.ts';
import { readOwnDates } from './own-dates.ts';
import { calendarFeed } from './tables.ts';
import { tellDates, type ToldDate } from './tell-dates.ts';

/** Calendar programs read every few hours; one that reads all the time is told to wait. */
const READS = { limit: 60, seconds: 3600 };
/** Unknown addresses, by network address. */
const MISSES = { limit: 30, seconds: 3600 };
/** How often a program is asked to read the calendar again, and how long it may keep it. */
const REFRESH_MINUTES = 60;
const KEEP_SECONDS = 300;
/** The time of the last reading is stored at most this often. */
const NOTE_READ_MS = 3_600_000;

/**
 * `GET /calendar/feed/{secret}.ics`: as `readFeed`; 429 with the seconds to wait when it is read too often.
 */
export async function serveFeed(ctx: RequestContext, file: string, etagKnown: string | undefined): Promise<Response> {
  try {
    return await readFeed(ctx, file, etagKnown);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 429) throw error;
    const response = plain(429, 'Too many requests');
    response.headers.set('retry-after', String(error.retryAfter ?? READS.seconds));
    return response;
  }
}

/**
 * Returns the dates of the member with this secret address, for calendar programs, which have no session
 * (docs/specification.md, section "Calendar subscription"). 404 for an unknown or revoked address, 410 for one of a member who is disabled
 * or has left, 304 when nothing has changed.
 * @throws AppError 429 when it is read too often
 */
async function readFeed(ctx: RequestContext, file: string, etagKnown: string | undefined): Promise<Response> {
  const { tenant, origin, address, now } = ctx;
  const token = file.replace(/\.ics$/, '');
  if (!file.endsWith('.ics') || !isFeedToken(token)) return plain(404, 'Not found');
  const tokenHash = hashFeedToken(token);
  const found = await withTenant(tenant.id, (db) => findFeed(db, tenant.id, tokenHash));
  if (!found) {
    if (address) await takeTry(`calendar-feed-miss ${address}`, MISSES);
    return plain(404, 'Not found');
  }
  await takeTry(`calendar-feed ${tokenHash.toString('base64url')}`, READS);
  if (!found.isActive) return plain(410, 'Gone');
  const { userId, locale } = found;
  const told = await withTenant(tenant.id, async (db) => {
    // Concurrent readings count each change once.
    const where = and(eq(calendarFeed.enterpriseId, tenant.id), eq(calendarFeed.tokenHash, tokenHash));
    const [feed] = await db.select().from(calendarFeed).where(where).for('update');
    if (!feed) return null;
    const at = now();
    const next = tellDates(feed.told, await readOwnDates({ db, tenant, viewer: { userId }, now }, locale), at);
    const isNoted = feed.lastReadAt && at.getTime() - feed.lastReadAt.getTime() < NOTE_READ_MS;
    if (next.changed || !isNoted)
      await db
        .update(calendarFeed)
        .set({ ...(next.changed && { told: next.told }), ...(!isNoted && { lastReadAt: at }) })
        .where(where);
    return next.told;
  });
  if (!told) return plain(404, 'Not found');
  const name = getT(locale)('account:feed.name', { name: tenant.name });
  const host = new URL(origin).hostname;
  const body = subscribedCalendar(
    { name, minutes: REFRESH_MINUTES },
    Object.entries(told).map(([id, date]) => eventOf(date, `${id}@${host}`, origin + href(locale, date.path))),
  );
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { etag, 'cache-control': `private, max-age=${KEEP_SECONDS}` };
  // Proxies that compress make it weak.
  if (etagKnown?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="zhixing.ics"',
      'x-robots-tag': 'noindex',
    },
  });
}

/** The member of a feed, and whether they are one still. */
async function findFeed(db: TenantDb, enterpriseId: string, tokenHash: Buffer) {
  type Row = { userId: string; locale: Locale; isActive: boolean };
  const { rows } = await db.execute<Row>(sql`
    select f.user_id as "userId", coalesce(p.language, f.locale) as locale,
           u.status = 'active' and a.disabled_at is null as "isActive"
    from calendar_feed f
    join enterprise_user u on u.enterprise_id = f.enterprise_id and u.user_id = f.user_id
    join portal.user_account a on a.id = f.user_id
    left join member_preference p on p.enterprise_id = f.enterprise_id and p.user_id = f.user_id
    where f.enterprise_id = ${enterpriseId} and f.token_hash = ${tokenHash}`);
  return rows[0] ?? null;
}

const eventOf = ({ startAt, endAt, changedAt, path: _, ...date }: ToldDate, uid: string, url: string) => ({
  ...date,
  ...{ uid, url, startAt: new Date(startAt), endAt: new Date(endAt), changedAt: new Date(changedAt) },
});

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', 'cache-control': 'private, no-store' } });
