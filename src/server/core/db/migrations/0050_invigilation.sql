-- no transaction
-- Control room of exams (decision 063). Every statement may run again (docs/contributing.md).
CREATE TABLE IF NOT EXISTS "exam_action" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"acted_by" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"body" text NOT NULL,
	"seconds" integer,
	"changed" integer NOT NULL,
	"reopened" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_action_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_action_kind_check" CHECK ("exam_action"."kind" in ('message', 'extension', 'pause', 'resume', 'submit', 'void')),
	CONSTRAINT "exam_action_seconds_check" CHECK (("exam_action"."kind" = 'extension') = ("exam_action"."seconds" is not null) and "exam_action"."seconds" > 0),
	CONSTRAINT "exam_action_changed_check" CHECK ("exam_action"."changed" >= 0),
	CONSTRAINT "exam_action_reopened_check" CHECK ("exam_action"."reopened" >= 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_invigilator" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "exam_invigilator_enterprise_id_exam_id_user_id_pk" PRIMARY KEY("enterprise_id","exam_id","user_id")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_message" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"action_id" uuid NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "exam_message_enterprise_id_attempt_id_action_id_pk" PRIMARY KEY("enterprise_id","attempt_id","action_id")
);--> statement-breakpoint
ALTER TABLE "exam_journal_head" ADD COLUMN IF NOT EXISTS "messages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "resumed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "added_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "void_reason" text;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "void_uses" boolean;--> statement-breakpoint
ALTER TABLE "exam_action" DROP CONSTRAINT IF EXISTS "exam_action_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "exam_action_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_action" DROP CONSTRAINT IF EXISTS "exam_action_user_id_member_fk", ADD CONSTRAINT "exam_action_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_action" DROP CONSTRAINT IF EXISTS "exam_action_acted_by_member_fk", ADD CONSTRAINT "exam_action_acted_by_member_fk" FOREIGN KEY ("enterprise_id","acted_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_invigilator" DROP CONSTRAINT IF EXISTS "exam_invigilator_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "exam_invigilator_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_invigilator" DROP CONSTRAINT IF EXISTS "exam_invigilator_user_id_member_fk", ADD CONSTRAINT "exam_invigilator_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_message" DROP CONSTRAINT IF EXISTS "exam_message_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_message_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_message" DROP CONSTRAINT IF EXISTS "exam_message_enterprise_id_action_id_exam_action_enterprise_id_id_fk", ADD CONSTRAINT "exam_message_enterprise_id_action_id_exam_action_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","action_id") REFERENCES "public"."exam_action"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_action_enterprise_id_exam_id_at_id_index" ON "exam_action" USING btree ("enterprise_id","exam_id","at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_invigilator_enterprise_id_user_id_index" ON "exam_invigilator" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_message_enterprise_id_action_id_index" ON "exam_message" USING btree ("enterprise_id","action_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_attempt_ended";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_attempt_ended" ON "exam_attempt" USING btree ("enterprise_id","exam_id","submitted_at" DESC NULLS LAST,"id") WHERE status <> 'open';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_attempt_voided";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_attempt_voided" ON "exam_attempt" USING btree ("enterprise_id","exam_id","id") WHERE voided_at is not null;--> statement-breakpoint
ALTER TABLE "exam_journal_head" DROP CONSTRAINT IF EXISTS "exam_journal_head_messages_check", ADD CONSTRAINT "exam_journal_head_messages_check" CHECK ("exam_journal_head"."messages" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt" DROP CONSTRAINT IF EXISTS "exam_attempt_added_seconds_check", ADD CONSTRAINT "exam_attempt_added_seconds_check" CHECK ("exam_attempt"."added_seconds" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt" DROP CONSTRAINT IF EXISTS "exam_attempt_paused_check", ADD CONSTRAINT "exam_attempt_paused_check" CHECK ("exam_attempt"."paused_at" is null or "exam_attempt"."status" = 'open') NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt" DROP CONSTRAINT IF EXISTS "exam_attempt_void_check", ADD CONSTRAINT "exam_attempt_void_check" CHECK (("exam_attempt"."voided_at" is null) = ("exam_attempt"."void_reason" is null) and ("exam_attempt"."voided_at" is null) = ("exam_attempt"."void_uses" is null)
        and ("exam_attempt"."voided_at" is null or "exam_attempt"."passed" is not distinct from false)) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt" DROP CONSTRAINT IF EXISTS "exam_attempt_closed_by_check", ADD CONSTRAINT "exam_attempt_closed_by_check" CHECK ("exam_attempt"."closed_by" in ('person', 'timer', 'sweep', 'switch', 'invigilator')) NOT VALID;--> statement-breakpoint
-- A voided attempt that does not use up one neither counts nor is used.
CREATE OR REPLACE FUNCTION "portal"."exam_progress"("tenant" uuid, "which" uuid, "person" uuid, "at" timestamptz)
RETURNS TABLE ("used" int, "passed" boolean, "awaiting" boolean, "open_id" uuid, "last_id" uuid, "counting_id" uuid,
  "best" numeric, "submitted_at" timestamptz, "attempts_left" int, "counting_left" int, "max_attempts" int,
  "window_number" int, "window_start" timestamptz, "window_end" timestamptz, "last_end" timestamptz, "next_start" timestamptz)
LANGUAGE sql STABLE AS $$
  with rules as (
    select e.*, coalesce(l.extra_attempts, 0) as extra, l.window_start as own_start, l.window_end as own_end,
           make_interval(secs => coalesce((select max(c.window_after_seconds) from exam_accommodation c
             where c.enterprise_id = tenant and c.user_id = person and c.valid_from <= at
               and coalesce(c.valid_until, 'infinity') > at and c.ended_at is null), 0)) as after
    from exam e
    left join exam_allowance l on l.enterprise_id = tenant and l.exam_id = e.id and l.user_id = person
    where e.enterprise_id = tenant and e.id = which
  ), tries as (
    select a.id, a.number, a.window_number, a.status, a.passed, a.submitted_at, coalesce(a.void_uses, true) as uses,
           case when a.voided_at is null then a.objective_score + a.subjective_score end as score
    from exam_attempt a where a.enterprise_id = tenant and a.exam_id = which and a.user_id = person
  ), counting as (
    -- The attempt whose result is the result of the exam (decision 057).
    select t.id, t.status, coalesce(t.passed, false) as passed from tries t, rules e
    where t.status <> 'open' and t.uses
    order by case when e.counted_attempt = 'best' then case when t.passed then 0 when t.status = 'submitted' then 1 else 2 end end,
             case when e.counted_attempt = 'best' then t.score end desc nulls last,
             case when e.counted_attempt = 'first' then t.window_number end desc,
             case when e.counted_attempt = 'first' then t.number end,
             t.number desc
    limit 1
  ), windows as (
    select w.*, greatest(w.attempts - w.used, 0) as free,
           greatest(w.extra - sum(greatest(w.used - w.attempts, 0)) over (), 0) as extra_free
    from (
      select 0 as number, coalesce(e.own_start, e.window_start) as starts, coalesce(e.own_end, e.window_end) + e.after as ends,
             e.max_attempts as attempts, e.extra,
             (select count(*)::int from tries t where t.window_number = 0 and t.uses) as used
      from rules e
      union all
      select r.number, r.window_start, r.window_end + e.after, r.attempts, e.extra,
             (select count(*)::int from tries t where t.window_number = r.number and t.uses)
      from rules e join exam_resit r on r.enterprise_id = tenant and r.exam_id = e.id
      where not coalesce((select k.passed from counting k), false)
    ) w
  ), shown as (
    -- The window in which the next attempt can be started; else the current one, else the last one.
    select w.* from windows w
    order by (w.ends > at and w.free + w.extra_free > 0) desc, (w.starts <= at and w.ends > at) desc,
             case when w.ends > at then w.starts end, w.ends desc
    limit 1
  ), free as (
    select coalesce(sum(w.free) filter (where w.ends > at), 0)
             + case when bool_or(w.ends > at) then max(w.extra_free) else 0 end as attempts,
           count(*) filter (where w.ends > at and w.used = 0) as firsts, max(w.ends) as last_end
    from windows w
  )
  select (select count(*)::int from tries), coalesce(k.passed, false), coalesce(k.status = 'submitted', false),
         (select t.id from tries t where t.status = 'open' limit 1),
         (select t.id from tries t where t.status <> 'open' order by t.number desc limit 1), k.id,
         (select max(t.score) from tries t where t.status = 'marked'), (select max(t.submitted_at) from tries t),
         case when k.passed and e.stop_after_pass then 0 else f.attempts::int end,
         case when k.passed and e.stop_after_pass then 0 when e.counted_attempt = 'first' then f.firsts::int else f.attempts::int end,
         s.attempts + e.extra, s.number, s.starts, s.ends, f.last_end,
         (select max(t.submitted_at) from tries t) + make_interval(secs => e.wait_seconds)
  from rules e cross join shown s cross join free f left join counting k on true
$$;--> statement-breakpoint
-- Also the deadlines that invigilators have moved. Of a paused attempt nobody knows when it goes on.
CREATE OR REPLACE FUNCTION "portal"."exam_over_at"("tenant" uuid, "which" uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  select greatest(greatest(e.window_end, r.ends, l.ends) + make_interval(secs =>
           coalesce(l.extra, 0) + coalesce(c.after, 0) + coalesce(c.extra + ceil(e.limit_seconds * c.percent / 100.0), 0)), o.ends)
  from exam e
  cross join lateral (select max(r.window_end) as ends from exam_resit r
    where r.enterprise_id = tenant and r.exam_id = e.id) r
  cross join lateral (select max(l.window_end) as ends, max(l.extra_seconds) as extra from exam_allowance l
    where l.enterprise_id = tenant and l.exam_id = e.id) l
  cross join lateral (select max(c.window_after_seconds) as after, max(c.extra_percent) as percent,
      max(c.extra_seconds + c.breaks * c.break_seconds) as extra from exam_accommodation c
    where c.enterprise_id = tenant and c.valid_from <= greatest(e.window_end, r.ends, l.ends)
      and coalesce(c.valid_until, 'infinity') > e.window_start and c.ended_at is null) c
  cross join lateral (select max(a.deadline_at + case when a.paused_at is null then interval '0' else interval '1 day' end) as ends
    from exam_attempt a where a.enterprise_id = tenant and a.exam_id = which and a.status = 'open') o
  where e.enterprise_id = tenant and e.id = which
$$;--> statement-breakpoint
ALTER TABLE "exam_journal_head" VALIDATE CONSTRAINT "exam_journal_head_messages_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_added_seconds_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_paused_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_void_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_closed_by_check";
