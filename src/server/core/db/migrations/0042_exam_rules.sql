-- no transaction
-- Rules of attempts, resits, audience, papers and accommodations of exams (decision 057). Every statement may run again.
CREATE TABLE IF NOT EXISTS "exam_accommodation" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"extra_percent" integer DEFAULT 0 NOT NULL,
	"extra_seconds" integer DEFAULT 0 NOT NULL,
	"breaks" integer DEFAULT 0 NOT NULL,
	"break_seconds" integer DEFAULT 0 NOT NULL,
	"no_switch_rules" boolean DEFAULT false NOT NULL,
	"large_type" boolean DEFAULT false NOT NULL,
	"window_after_seconds" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "exam_accommodation_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_accommodation_extra_percent_check" CHECK ("exam_accommodation"."extra_percent" between 0 and 300),
	CONSTRAINT "exam_accommodation_extra_seconds_check" CHECK ("exam_accommodation"."extra_seconds" between 0 and 36000),
	CONSTRAINT "exam_accommodation_breaks_check" CHECK ("exam_accommodation"."breaks" between 0 and 20),
	CONSTRAINT "exam_accommodation_break_seconds_check" CHECK ("exam_accommodation"."break_seconds" between 0 and 7200),
	CONSTRAINT "exam_accommodation_window_after_seconds_check" CHECK ("exam_accommodation"."window_after_seconds" between 0 and 2592000),
	CONSTRAINT "exam_accommodation_break_check" CHECK (("exam_accommodation"."breaks" = 0) = ("exam_accommodation"."break_seconds" = 0)),
	CONSTRAINT "exam_accommodation_period_check" CHECK ("exam_accommodation"."valid_until" > "exam_accommodation"."valid_from")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_break" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"max_seconds" integer NOT NULL,
	CONSTRAINT "exam_break_enterprise_id_attempt_id_number_pk" PRIMARY KEY("enterprise_id","attempt_id","number"),
	CONSTRAINT "exam_break_number_check" CHECK ("exam_break"."number" >= 1),
	CONSTRAINT "exam_break_max_seconds_check" CHECK ("exam_break"."max_seconds" >= 1),
	CONSTRAINT "exam_break_period_check" CHECK ("exam_break"."ended_at" >= "exam_break"."started_at")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_question" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"section" text NOT NULL,
	"score" numeric(12, 2) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_question_enterprise_id_exam_id_question_id_pk" PRIMARY KEY("enterprise_id","exam_id","question_id"),
	CONSTRAINT "exam_question_enterprise_id_exam_id_sort_unique" UNIQUE("enterprise_id","exam_id","sort"),
	CONSTRAINT "exam_question_score_check" CHECK ("exam_question"."score" >= 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_resit" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"window_end" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "exam_resit_enterprise_id_exam_id_number_pk" PRIMARY KEY("enterprise_id","exam_id","number"),
	CONSTRAINT "exam_resit_number_check" CHECK ("exam_resit"."number" >= 1),
	CONSTRAINT "exam_resit_attempts_check" CHECK ("exam_resit"."attempts" >= 1),
	CONSTRAINT "exam_resit_window_check" CHECK ("exam_resit"."window_end" > "exam_resit"."window_start")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_target" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"department" text NOT NULL,
	CONSTRAINT "exam_target_enterprise_id_exam_id_department_pk" PRIMARY KEY("enterprise_id","exam_id","department")
);--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "wait_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "counted_attempt" text DEFAULT 'best' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "stop_after_pass" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "review_early" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "paper_kind" text DEFAULT 'drawn' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "equal_difficulty" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_allowance" ADD COLUMN IF NOT EXISTS "window_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_allowance" ADD COLUMN IF NOT EXISTS "window_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "seed" text;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "window_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "accommodation" jsonb;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "break_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "section_ends" jsonb;--> statement-breakpoint
ALTER TABLE "exam_section" ADD COLUMN IF NOT EXISTS "difficulty" integer;--> statement-breakpoint
ALTER TABLE "exam_section" ADD COLUMN IF NOT EXISTS "topic" text;--> statement-breakpoint
ALTER TABLE "exam_section" ADD COLUMN IF NOT EXISTS "tag" text;--> statement-breakpoint
ALTER TABLE "exam_section" ADD COLUMN IF NOT EXISTS "limit_seconds" integer;--> statement-breakpoint
ALTER TABLE "exam_accommodation"
  DROP CONSTRAINT IF EXISTS "exam_accommodation_user_id_member_fk",
  ADD CONSTRAINT "exam_accommodation_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "exam_accommodation"
  DROP CONSTRAINT IF EXISTS "exam_accommodation_created_by_member_fk",
  ADD CONSTRAINT "exam_accommodation_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "exam_break"
  DROP CONSTRAINT IF EXISTS "exam_break_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_break_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "exam_attempt"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_question"
  DROP CONSTRAINT IF EXISTS "exam_question_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_question_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "exam"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_question"
  DROP CONSTRAINT IF EXISTS "exam_question_enterprise_id_question_id_question_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_question_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "question"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_resit"
  DROP CONSTRAINT IF EXISTS "exam_resit_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_resit_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "exam"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_target"
  DROP CONSTRAINT IF EXISTS "exam_target_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_target_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "exam"("enterprise_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_accommodation_enterprise_id_user_id_valid_from_index" ON "exam_accommodation" USING btree ("enterprise_id","user_id","valid_from");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_accommodation_enterprise_id_gmt_create_id_index" ON "exam_accommodation" USING btree ("enterprise_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_question_enterprise_id_question_id_index" ON "exam_question" USING btree ("enterprise_id","question_id");--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_wait_seconds_check",
  ADD CONSTRAINT "exam_wait_seconds_check" CHECK ("exam"."wait_seconds" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_counted_attempt_check",
  ADD CONSTRAINT "exam_counted_attempt_check" CHECK ("exam"."counted_attempt" in ('best', 'last', 'first')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_audience_check",
  ADD CONSTRAINT "exam_audience_check" CHECK ("exam"."audience" in ('everyone', 'departments', 'task', 'course')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_audience_course_check",
  ADD CONSTRAINT "exam_audience_course_check" CHECK ("exam"."audience" <> 'course' or "exam"."course_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_paper_kind_check",
  ADD CONSTRAINT "exam_paper_kind_check" CHECK ("exam"."paper_kind" in ('drawn', 'fixed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_allowance"
  DROP CONSTRAINT IF EXISTS "exam_allowance_window_check",
  ADD CONSTRAINT "exam_allowance_window_check" CHECK (("exam_allowance"."window_start" is null) = ("exam_allowance"."window_end" is null) and coalesce("exam_allowance"."window_end" > "exam_allowance"."window_start", true)) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt"
  DROP CONSTRAINT IF EXISTS "exam_attempt_window_number_check",
  ADD CONSTRAINT "exam_attempt_window_number_check" CHECK ("exam_attempt"."window_number" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_section"
  DROP CONSTRAINT IF EXISTS "exam_section_difficulty_check",
  ADD CONSTRAINT "exam_section_difficulty_check" CHECK ("exam_section"."difficulty" between 1 and 4) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_section"
  DROP CONSTRAINT IF EXISTS "exam_section_limit_seconds_check",
  ADD CONSTRAINT "exam_section_limit_seconds_check" CHECK ("exam_section"."limit_seconds" >= 1) NOT VALID;--> statement-breakpoint
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
    select a.id, a.number, a.window_number, a.status, a.passed, a.submitted_at, a.objective_score + a.subjective_score as score
    from exam_attempt a where a.enterprise_id = tenant and a.exam_id = which and a.user_id = person
  ), counting as (
    -- The attempt whose result is the result of the exam (decision 057).
    select t.id, t.status, coalesce(t.passed, false) as passed from tries t, rules e
    where t.status <> 'open'
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
             (select count(*)::int from tries t where t.window_number = 0) as used
      from rules e
      union all
      select r.number, r.window_start, r.window_end + e.after, r.attempts, e.extra,
             (select count(*)::int from tries t where t.window_number = r.number)
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
-- When the last candidate has finished: the end of all windows with the most extra time and breaks that anybody may have.
CREATE OR REPLACE FUNCTION "portal"."exam_over_at"("tenant" uuid, "which" uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  select greatest(e.window_end, r.ends, l.ends) + make_interval(secs =>
           coalesce(l.extra, 0) + coalesce(c.after, 0) + coalesce(c.extra + ceil(e.limit_seconds * c.percent / 100.0), 0))
  from exam e
  cross join lateral (select max(r.window_end) as ends from exam_resit r
    where r.enterprise_id = tenant and r.exam_id = e.id) r
  cross join lateral (select max(l.window_end) as ends, max(l.extra_seconds) as extra from exam_allowance l
    where l.enterprise_id = tenant and l.exam_id = e.id) l
  cross join lateral (select max(c.window_after_seconds) as after, max(c.extra_percent) as percent,
      max(c.extra_seconds + c.breaks * c.break_seconds) as extra from exam_accommodation c
    where c.enterprise_id = tenant and c.valid_from <= greatest(e.window_end, r.ends, l.ends)
      and coalesce(c.valid_until, 'infinity') > e.window_start and c.ended_at is null) c
  where e.enterprise_id = tenant and e.id = which
$$;--> statement-breakpoint
-- Whether a member belongs to the audience of an exam.
CREATE OR REPLACE FUNCTION "portal"."is_exam_audience"("tenant" uuid, "which" uuid, "person" uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  select case e.audience
    when 'everyone' then true
    when 'departments' then exists (select from exam_target t
      join enterprise_user u on u.enterprise_id = tenant and u.user_id = person
        and (u.department = t.department or starts_with(u.department, t.department || '/'))
      where t.enterprise_id = tenant and t.exam_id = e.id)
    when 'task' then exists (select from study_task_item i
      join study_task k on k.enterprise_id = tenant and k.id = i.task_id and k.published
      join study_task_user u on u.enterprise_id = tenant and u.task_id = i.task_id and u.user_id = person
      where i.enterprise_id = tenant and (i.exam_id = e.id or i.course_id = e.course_id))
    else exists (select from course_progress p
      where p.enterprise_id = tenant and p.user_id = person and p.course_id = e.course_id)
  end
  from exam e where e.enterprise_id = tenant and e.id = which
$$;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_wait_seconds_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_counted_attempt_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_audience_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_audience_course_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_paper_kind_check";--> statement-breakpoint
ALTER TABLE "exam_allowance" VALIDATE CONSTRAINT "exam_allowance_window_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_window_number_check";--> statement-breakpoint
ALTER TABLE "exam_section" VALIDATE CONSTRAINT "exam_section_difficulty_check";--> statement-breakpoint
ALTER TABLE "exam_section" VALIDATE CONSTRAINT "exam_section_limit_seconds_check";
