import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { enterpriseUser } from './tables/account.ts';

/** Names of one transaction. */
const BATCH = 500;

/**
 * Sets the pinyin of members whose name has changed since it was made, for searches: all syllables, then the initials of a name. Names that
 * are not Chinese have none.
 * @returns whether there may be more
 */
export async function updateNamePinyin(db: TenantDb, enterpriseId: string): Promise<boolean> {
  const stale = await db
    .select({ userId: enterpriseUser.userId, userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        sql`${enterpriseUser.pinyinOf} is distinct from ${enterpriseUser.userName}`,
      ),
    )
    .limit(BATCH);
  if (stale.length === 0) return false;
  // Loaded when it is needed: its data takes 30 MB.
  const { pinyin } = await import('pinyin-pro');
  const rows = stale.map(({ userId, userName }) => {
    const syllables = pinyin(userName, { toneType: 'none', type: 'array', v: true, mode: 'surname', nonZh: 'removed' });
    const text =
      syllables.length > 0 ? `${syllables.join('')} ${syllables.map(([initial]) => initial).join('')}` : null;
    return { userId, userName, text };
  });
  await db.execute(sql`
    update ${enterpriseUser} u set pinyin = r.text, pinyin_of = r."userName"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("userId" uuid, "userName" text, text text)
    where u.enterprise_id = ${enterpriseId} and u.user_id = r."userId" and u.user_name = r."userName"`);
  return stale.length === BATCH;
}
