import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { examChoice, type HallChoices } from './tables/choice.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { storable } from './answer-shape.ts';
import { attemptShape, type AttemptShape } from './attempt-shapes.ts';
import { CHOICE_SHARE, SAVES_BASE, SAVES_PER_SECOND } from './limits.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/choices/save'>;
type Stamped = { epoch: number; revision: number; choices: HallChoices };

/**
 * $1 enterprise, $2 attempt, $3 epoch, $4 revision, $5 choices, $6 time, $7 and $8 saves of the attempt that choices may use:
 * base, and per second of its time. Only the current writer of an open attempt writes; a revision that arrives late changes
 * nothing.
 */
const SAVE = `
with attempt as (
  select status, writer_epoch,
         floor($7::numeric + $8::numeric * greatest(0, ceil(extract(epoch from deadline_at - started_at))))::int as allowed
  from exam_attempt where enterprise_id = $1 and id = $2
), used as (
  insert into exam_save_count as kept (enterprise_id, attempt_id, saves)
  select $1, $2, 1 from attempt where status = 'open' and writer_epoch = $3
  on conflict (enterprise_id, attempt_id) do update set saves = kept.saves + 1
    where kept.saves < (select allowed from attempt)
  returning attempt_id
), saved as (
  insert into exam_choice as kept (enterprise_id, attempt_id, epoch, revision, choices, saved_at)
  select $1, $2, $3, $4, $5, $6 from attempt where exists (select from used)
  on conflict (enterprise_id, attempt_id) do update
    set epoch = excluded.epoch, revision = excluded.revision, choices = excluded.choices, saved_at = excluded.saved_at
    where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
)
select case when status <> 'open' then 'closed' when writer_epoch <> $3 then 'superseded'
       when exists (select from used) then 'saved' else 'limited' end as state
from attempt`;

/** Seconds after which a client may try again: the limit stays, but an invigilator may give more time. */
const RETRY_SECONDS = 60;
const ALLOWED = [SAVES_BASE * CHOICE_SHARE, SAVES_PER_SECOND * CHOICE_SHARE];

/**
 * Stores how the candidate works on the paper (decision 065). What concerns no question, option or language of the paper is
 * left out. Each request uses one of the attempt's saves, of which answers keep their share (limits.ts).
 * @throws AppError 404 when it is not an attempt of the viewer; 429 when no saves are left for choices
 */
export async function saveChoices(ctx: RequestContext & { viewer: Viewer }, input: Input) {
  const { attemptId, epoch, revision, choices } = input;
  const enterpriseId = ctx.tenant.id;
  const shape = await attemptShape(enterpriseId, attemptId);
  if (!shape || shape.userId !== ctx.viewer.userId) throw notFound();
  const stored = JSON.stringify(ofPaper(shape, choices));
  const { rows } = await withTenant(enterpriseId, (_db, client) =>
    client.query<{ state: 'saved' | 'superseded' | 'closed' | 'limited' }>({
      name: 'save-choices',
      text: SAVE,
      values: [enterpriseId, attemptId, epoch, revision, stored, ctx.now().toISOString(), ...ALLOWED],
    }),
  );
  const { state } = rows[0]!;
  if (state === 'limited') throw new AppError(429, 'tooManySaves', { retryAfter: RETRY_SECONDS });
  return { state };
}

function ofPaper({ questions }: AttemptShape, { layout, lang, langs, struck, notes, pad }: HallChoices): HallChoices {
  const kept = <T>(record: Record<string, T>, keep: (id: string, value: T) => T | null) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([id, value]) => {
        const found = questions.has(id) ? keep(id, value) : null;
        return found === null ? [] : [[id, found] as const];
      }),
    );
  const optionsOf = (id: string) => {
    const { type, keys } = questions.get(id)!;
    return type === 'judge' ? ['true', 'false'] : keys;
  };
  return {
    layout,
    lang,
    langs: kept(langs, (id, value) => (questions.get(id)!.langs.includes(value) ? value : null)),
    struck: kept(struck, (id, keys) => {
      const known = optionsOf(id).filter((key) => keys.includes(key));
      return known.length > 0 ? known : null;
    }),
    notes: kept(notes, (_id, text) => (text === '' ? null : storable(text))),
    pad: storable(pad),
  };
}

/** Returns the choices of an attempt; null: none were stored. */
export async function savedChoices(db: TenantDb, enterpriseId: string, attemptId: string): Promise<Stamped | null> {
  const [found] = await db
    .select({ epoch: examChoice.epoch, revision: examChoice.revision, choices: examChoice.choices })
    .from(examChoice)
    .where(and(eq(examChoice.enterpriseId, enterpriseId), eq(examChoice.attemptId, attemptId)));
  return found ?? null;
}
