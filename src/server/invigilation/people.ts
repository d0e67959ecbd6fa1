import { sql, type SQL } from 'drizzle-orm';
import { isAudienceMember } from '#src/server/exam/audience-members.ts';
import { GAP_SECONDS } from '#src/server/exam/times.ts';
import type { ControlledExam } from './require-control.ts';

export type Which = { enterpriseId: string; exam: ControlledExam; now: Date };

/** SQL of how often the candidate of attempt `a` left, from how many devices came, and since when is away. */
export const switchesOfAttempt = sql`
  select count(*) filter (where s.counted)::int as switches, count(*) filter (where s.kind = 'device')::int as devices,
         min(s.left_at) filter (where s.dwell_seconds is null) as away_since
  from exam_switch s where s.enterprise_id = a.enterprise_id and s.attempt_id = a.id`;

/**
 * SQL of the open attempts of an exam, without reading papers. `trouble`: 3 the candidate is away, 2 nothing is heard, 1
 * switches that count, 0 nothing; also while the clock stands still.
 */
export function openPeople({ enterpriseId, exam, now }: Which): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    select o.*, case when o.paused_at is not null or o.break_until > ${at} then 0
                     when o.connection = 'away' then 3 when o.connection = 'silent' then 2
                     when o.switches > 0 then 1 else 0 end as trouble
    from (
      select a.id, a.user_id, a.number, a.started_at, a.deadline_at, a.paused_at, a.break_until, a.added_seconds,
             a.accommodation, h.seen_at, coalesce(h.messages, 0) as messages, s.switches, s.devices,
             case when s.away_since is not null then 'away'
                  when h.seen_at < ${at} - make_interval(secs => ${GAP_SECONDS}) then 'silent'
                  else 'present' end as connection
      from exam_attempt a
      left join exam_journal_head h on h.enterprise_id = a.enterprise_id and h.attempt_id = a.id
      cross join lateral (${switchesOfAttempt}) s
      where a.enterprise_id = ${enterpriseId} and a.exam_id = ${exam.id} and a.status = 'open'
    ) o`;
}

/** SQL of the active members `u` who may take an exam and have no attempt. */
export function missingPeople({ enterpriseId, exam }: Which): SQL {
  return sql`
    from enterprise_user u
    where u.enterprise_id = ${enterpriseId} and u.status = 'active' and ${isAudienceMember(enterpriseId, exam)}
      and not exists (select from exam_attempt a
                      where a.enterprise_id = ${enterpriseId} and a.exam_id = ${exam.id} and a.user_id = u.user_id)`;
}
