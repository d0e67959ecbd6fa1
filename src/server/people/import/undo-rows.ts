import { sql } from 'drizzle-orm';
import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { changeMembers, lockMembers, setSuperiors } from '#src/server/account/person/change-members.ts';
import type { FieldValues } from '../tables/import.ts';
import { superiorOf, withoutSuperior, type Running, type Result, type ImportRow } from './apply-rows.ts';
import { STORED } from './plan-changes.ts';

/**
 * Undoes rows: fields get back what they were unless somebody has changed them since, people who were new are disabled, and those whom the
 * import has disabled are enabled. Nothing of what people did since is touched.
 */
export async function undoRows({ db, stored, rows, now }: Running): Promise<Result[]> {
  const { enterpriseId } = stored;
  const by = { enterpriseId, userId: stored.undoneBy!, importId: stored.id, now };
  const locked = await lockMembers(
    db,
    enterpriseId,
    rows.map(({ userId }) => userId!),
  );
  const present = await readMembers({ db, stored, rows, now });
  const steps = rows.map((row) => ({ row, ...stepOf(row, present.get(row.userId!)) }));
  // Who has become an administrator since is not disabled.
  const alone = new Set(
    steps
      .filter(({ row, back }) => back.status === 'disabled' && locked.get(row.userId!)?.isAdmin)
      .map(({ row }) => row.number),
  );
  const changes = steps
    .filter(({ back, row }) => Object.keys(withoutSuperior(back)).length > 0 && !alone.has(row.number))
    .map(({ row, back }) => ({ userId: row.userId!, values: withoutSuperior(back) }));
  // A number that its owner has verified meanwhile stays, with what belongs to it.
  const refused = await changeMembers(db, by, locked, changes);
  const others = changes
    .filter(({ userId }) => refused.has(userId))
    .map(({ userId, values: { phone: _, ...values } }) => ({ userId, values }));
  if (others.length > 0) await changeMembers(db, by, locked, others);
  const noSuperior = await setSuperiors(
    db,
    by,
    steps.flatMap(({ row, back }) => {
      const superiorId = superiorOf(back);
      return superiorId === undefined || !present.has(row.userId!) ? [] : [{ userId: row.userId!, superiorId }];
    }),
  );
  return steps.map(({ row: { number, userId }, back, kept }): Result => {
    if (!present.has(userId!) || alone.has(number))
      return { number, outcome: 'failed', undone: 'failed', note: { text: 'notUndone' } };
    const stays = [
      ...kept,
      ...(refused.has(userId!) ? ['phone'] : []),
      ...(noSuperior.has(userId!) ? ['superior'] : []),
    ];
    if (stays.length === 0) return { number, outcome: 'done', undone: 'done' };
    const undone = stays.length >= Object.keys(back).length + kept.length ? 'failed' : 'partly';
    return { number, outcome: 'done', undone, note: { text: 'keptSince', params: { fields: stays.join(',') } } };
  });
}

/** What a row gives back, and the fields that somebody has changed since. */
function stepOf({ kind, before, after }: ImportRow, present: Record<string, unknown> | undefined) {
  if (!present) return { back: {} as FieldValues, kept: [] };
  // A new member stays, disabled: whatever they did refers to them.
  if (kind === 'new')
    return { back: (present['status'] === 'active' ? { status: 'disabled' } : {}) as FieldValues, kept: [] };
  const fields = Object.keys(after) as PeopleField[];
  const isSame = (field: PeopleField) => {
    const value = field === 'superior' ? superiorOf(after) : after[field];
    return (present[field] ?? null) === (value ?? null);
  };
  const back = Object.fromEntries(fields.filter(isSame).map((field) => [field, before[field] ?? null])) as FieldValues;
  return { back, kept: fields.filter((field) => !isSame(field)) };
}

async function readMembers({ db, stored, rows }: Running): Promise<Map<string, Record<string, unknown>>> {
  const { rows: found } = await db.execute<{ id: string; stored: Record<string, unknown> }>(sql`
    select m.user_id as id, ${STORED} as stored from enterprise_user m join portal.user_account a on a.id = m.user_id
    where m.enterprise_id = ${stored.enterpriseId} and m.erased_at is null
      and m.user_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(rows.map(({ userId }) => userId))}::jsonb))`);
  return new Map(found.map((row) => [row.id, row.stored]));
}
