import { runOnce } from '#src/server/core/db/tenant.ts';
import { batched } from '#src/lib/batched.ts';
import type { FactorName, LoginMethodName } from '#src/server/account/tables/account.ts';
import type { Preferences } from '#src/contract/rules/preference.ts';
import type { Grant } from '#src/contract/rules/rights.ts';
import type { Viewer } from '#src/server/core/context.ts';
import { SESSION_SECONDS } from './token.ts';

type Row = {
  n: number;
  user_id: string;
  id: string;
  enterprise_id: string | null;
  way: LoginMethodName;
  user_name: string | null;
  user_type: number | null;
  is_admin: boolean | null;
  sex: number | null;
  grants: Grant[] | null;
  preferences: Preferences | null;
  factor: FactorName | null;
  stale: boolean;
};
/** A token and its companion, hashed. */
type Pair = { token: Buffer; companion: Buffer };

/**
 * Maximum remaining lifetime of a valid session; one with more was created while the clock was ahead. The tolerance of one
 * lifetime keeps sessions valid when the clock is corrected.
 */
const MAX_SECONDS_LEFT = 2 * SESSION_SECONDS;
const lookups = new Map<string, (pair: Pair) => Promise<Viewer | null>>();

/**
 * Returns the user of a token and its companion cookie, as member of this tenant. Not cached, so that an ended session
 * is invalid immediately; concurrent requests share one query.
 * @returns null for an unknown, ended or expired token, one without its companion, and one of another tenant
 */
export function findViewer(enterpriseId: string, token: Buffer, companion: Buffer): Promise<Viewer | null> {
  let lookup = lookups.get(enterpriseId);
  if (!lookup)
    lookups.set(enterpriseId, (lookup = batched((pairs) => read(enterpriseId, pairs), { concurrency: 2, every: 10 })));
  return lookup({ token, companion });
}

async function read(enterpriseId: string, pairs: Pair[]): Promise<(Viewer | null)[]> {
  const tokens = pairs.map(({ token }) => token);
  const companions = pairs.map(({ companion }) => companion);
  const find = {
    name: 'find-viewers',
    text: 'select * from portal.find_viewers($1, $2, $3, $4)',
    values: [enterpriseId, tokens, companions, MAX_SECONDS_LEFT],
  };
  const rows = await runOnce<Row>(find, 'session');
  const stale = rows.filter((row) => row.stale).map(({ n }) => pairs[n - 1]!.token);
  if (stale.length > 0) {
    // A row locked by another batch is being updated there.
    const note = {
      name: 'note-session-use',
      text: `update portal.user_session set last_used_at = now() where token_hash in
               (select token_hash from portal.user_session where token_hash = any($1::bytea[]) for no key update skip locked)`,
      values: [stale],
    };
    await runOnce(note, 'session');
  }
  const found: (Viewer | null)[] = pairs.map(() => null);
  for (const row of rows) {
    // A session in this enterprise whose membership has ended or is disabled is not valid here.
    if (row.enterprise_id && row.user_name === null) continue;
    found[row.n - 1] = {
      userId: row.user_id,
      sessionId: row.id,
      enterpriseId: row.enterprise_id,
      way: row.way,
      factor: row.factor,
      userName: row.user_name ?? '',
      userType: row.user_type ?? 1,
      isAdmin: row.is_admin ?? false,
      sex: row.sex ?? 1,
      grants: row.grants ?? [],
      preferences: row.preferences,
    };
  }
  return found;
}
