import { desc, eq } from 'drizzle-orm';
import { userSession } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { ownSessions } from './own-sessions.ts';
import { placeOf } from './place-of.ts';
import Bowser from 'bowser';

type Device = { kind: 'desktop' | 'phone' | 'tablet'; browser: string | null; system: string | null };

/** Apps that the library does not distinguish from the browser they embed. */
const EMBEDDED_BROWSERS: [RegExp, string][] = [
  [/\bwxwork\//i, 'WeCom'],
  [/\bDingTalk\//i, 'DingTalk'],
  [/\b(?:Feishu|Lark)\//i, 'Feishu'],
];

/** Returns browser with its main version, operating system and kind of device, from the user agent. */
function deviceOf(userAgent: string): Device {
  if (!userAgent) return { kind: 'desktop', browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const special = EMBEDDED_BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const version = special ? undefined : browser.version?.split('.')[0];
  return {
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'desktop',
    browser: special ?? (browser.name ? [browser.name, version].filter(Boolean).join(' ') : null),
    system: os.name || null,
  };
}

/**
 * Lists the valid sessions of the user in all enterprises: the current one first, then by last use. "End all others"
 * also ends those beyond the limit of the list.
 */
export async function listSessions(ctx: Context) {
  const { db, viewer, locale } = ctx;
  const rows = await db
    .select({ session: userSession, enterpriseName: enterprise.name })
    .from(userSession)
    .leftJoin(enterprise, eq(enterprise.id, userSession.enterpriseId))
    .where(ownSessions(ctx))
    // The current session comes first, so that the limit never removes it.
    .orderBy(desc(eq(userSession.id, viewer.sessionId)), desc(userSession.lastUsedAt), desc(userSession.id))
    .limit(MAX_ITEMS.sessions);
  return Promise.all(
    rows.map(async ({ session, enterpriseName }) => ({
      id: session.id,
      current: session.id === viewer.sessionId,
      ...deviceOf(session.userAgent ?? ''),
      address: session.address || null,
      place: await placeOf(session.address ?? '', locale),
      way: session.way,
      enterpriseName,
      gmtCreate: session.gmtCreate,
      lastUsedAt: session.lastUsedAt,
    })),
  );
}
