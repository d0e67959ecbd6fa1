import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { RequirementState } from '#src/contract/rules/requirement.ts';
import { dayOf } from '#src/lib/dates.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { fileSigner } from '#src/server/core/signed-file.ts';
import type { Evidence, Moments } from './evidence-format.ts';
import { evidencePage } from './evidence-page.ts';
import { explainState } from './explain.ts';
import { ids } from './reconcile.ts';
import { dateOrNull, instant, stateAt, subjectsOf } from './state-sql.ts';

/**
 * Makes a signed file that says where a person was with a requirement on a day, and why.
 * @throws AppError as `explainState`
 */
export async function signEvidence(ctx: Context, input: OperationInput<'POST /course/auth/requirement/evidence/sign'>) {
  const { tenant, locale } = ctx;
  const evidence = await collect(ctx, input);
  const signer = fileSigner();
  const body = evidencePage(evidence, locale);
  signer.update(Buffer.from(body));
  const { requirementId, userId } = input;
  const detail = { requirementId, userId, on: evidence.on, state: evidence.state };
  await audit(ctx.db, ctx, 'requirement.evidence', detail, { about: [requirementId, userId] });
  const name = [evidence.person.employeeNo ?? userId.slice(0, 8), evidence.on, tenant.key].join('-');
  return {
    fileName: `evidence-${name.replace(/[^\w.-]+/g, '_')}.html`,
    html: body + signer.trailer().toString('latin1'),
  };
}

async function collect(
  ctx: Context,
  input: OperationInput<'POST /course/auth/requirement/evidence/sign'>,
): Promise<Evidence> {
  const { db, tenant, viewer, now } = ctx;
  const { requirementId, userId } = input;
  const why = await explainState(ctx, input);
  const { at } = why;
  type Terms = {
    version: number;
    since: string | null;
    until: string | null;
    subjects: Evidence['requirement']['subjects'];
  };
  const terms = await db.execute<Terms>(sql`
    select v.number as version, v.since, v.until, ${subjectsOf(tenant.id, sql`v.requirement_id`, sql`v.number`)} as subjects
    from requirement_version v
    where v.enterprise_id = ${tenant.id} and v.requirement_id = ${requirementId}
    order by (v.since <= ${instant(at)} and coalesce(v.until, 'infinity') > ${instant(at)}) desc nulls last, v.number desc limit 1`);
  const { version, since, until, subjects } = terms.rows[0]!;
  // Computed from the facts, also of now: the stored states may be some seconds older than the facts that are listed.
  const known = at < now() ? at : now();
  const states = await db.execute<Moments & { state: RequirementState }>(sql`
    select ${stateAt(at)} as state, k.due_at as "dueAt", k.valid_until as "validUntil", k.renew_from as "renewFrom",
           k.is_started as "isStarted", k.exempt_until as "exemptUntil"
    from portal.requirement_states(${tenant.id}, ${instant(known)}, ${ids([requirementId])}, ${ids([userId])}) k`);
  const found = states.rows[0];
  const { userName, employeeNo, department, post } = why.person;
  const { title, dueDays, dueFrom, dueOn, repeatMonths, renewDays, assignments, facts, decisions } = why;
  return JSON.parse(
    JSON.stringify({
      format: 'zhixing-requirement-evidence/1',
      enterprise: { name: tenant.name, timeZone: tenant.timeZone },
      person: { userId, userName, employeeNo, department, post },
      requirement: {
        ...{ id: requirementId, title, version, since: dateOrNull(since), until: dateOrNull(until), subjects },
        ...{ dueDays, dueFrom, dueOn, repeatMonths, renewDays },
      },
      ...{ on: input.on ?? dayOf(at, tenant.timeZone), at },
      state: found?.state ?? null,
      moments: found ? momentsOf(found) : null,
      ...{ assignments, facts, decisions, computedAt: now() },
      issuedBy: { userId: viewer.userId, userName: viewer.userName },
    }),
  ) as Evidence;
}

function momentsOf({ dueAt, validUntil, renewFrom, isStarted, exemptUntil }: Moments): Moments {
  const text = (moment: string) => (moment.endsWith('infinity') ? moment : new Date(moment).toISOString());
  const orNull = (moment: string | null) => moment && text(moment);
  return {
    ...{ dueAt: text(dueAt), validUntil: orNull(validUntil), renewFrom: orNull(renewFrom) },
    ...{ isStarted, exemptUntil: orNull(exemptUntil) },
  };
}
