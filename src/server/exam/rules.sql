-- What papers are drawn from is cached by every process (server/exam/attempt/create-attempt.ts); whoever changes it tells them.
create or replace function portal.announce_papers() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('zhixing_changes',
    json_build_object('enterpriseId', coalesce(current_setting('app.enterprise_id', true), ''), 'tags', json_build_array('papers'))::text);
  return null;
end $$;
create or replace trigger announce_papers after insert or delete or update of bank_id, code, type, difficulty, topic, tags, version, published on public.question
for each statement execute function portal.announce_papers();
create or replace trigger announce_papers after insert or delete or update on public.exam
for each statement execute function portal.announce_papers();
create or replace trigger announce_papers after insert or delete or update on public.exam_question
for each statement execute function portal.announce_papers();
create or replace trigger announce_papers after insert or delete or update on public.exam_resit
for each statement execute function portal.announce_papers();
create or replace trigger announce_papers after insert or delete or update on public.exam_section
for each statement execute function portal.announce_papers();
create or replace trigger announce_papers after insert or delete or update on public.question_version
for each statement execute function portal.announce_papers();

-- The marking lists read these instead of the paper of every attempt. Nobody marks a trial sitting.
create or replace function portal.count_short_answers() returns trigger
language plpgsql
as $$
begin
  select count(*), count(*) filter (where new.status <> 'open' and not coalesce(new.marks, '{}') ? (q ->> 'questionId'))
  into new.short_count, new.unmarked_count
  from jsonb_array_elements(new.paper) q where q ->> 'type' = 'short' and not new.trial;
  return new;
end $$;
create or replace trigger count_short_answers before insert or update of paper, status, marks, short_count, unmarked_count on public.exam_attempt
for each row execute function portal.count_short_answers();

-- Deletes rows that a tenant need not keep any longer, a batch at a time; never of an attempt that is not marked, and nothing of
-- the last half year. The portal's role may only append to the journal.
create or replace function portal.delete_exam_journal(tenant uuid, before timestamp with time zone, most integer) returns integer
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare deleted integer;
begin
  if before > now() - interval '180 days' then
    raise exception 'the journal is kept for 180 days at least' using errcode = 'check_violation';
  end if;
  with expired as materialized (
    select r.attempt_id, r.seq
    from public.exam_journal r join public.exam_attempt a on a.enterprise_id = r.enterprise_id and a.id = r.attempt_id
    where r.enterprise_id = tenant and r.attempt_id < portal.first_id(before)
      and a.status = 'marked' and a.submitted_at < before
    order by r.attempt_id limit most
  )
  delete from public.exam_journal r using expired e
  where r.enterprise_id = tenant and r.attempt_id = e.attempt_id and r.seq = e.seq and r.attempt_id < portal.first_id(before);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function portal.delete_exam_journal from public;

-- Tenants with expired attempts, from one index over all tenants. Runs as a role of its own (definer-roles.ts).
create or replace function portal.enterprises_with_expired_attempts(before timestamp with time zone) returns setof uuid
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct enterprise_id from public.exam_attempt where status = 'open' and deadline_at < before
$$;
revoke all on function portal.enterprises_with_expired_attempts from public;

-- Tenants with attempts that are to be closed because their candidate has left.
create or replace function portal.enterprises_with_leavers(before timestamp with time zone) returns setof uuid
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct enterprise_id from public.exam_journal_head where closes_at <= before
$$;
revoke all on function portal.enterprises_with_leavers from public;

-- Removes what an erased member wrote, and what others wrote about them. The hashes cover digests of it, so chains stay valid.
create or replace function portal.erase_exam_journal(person uuid) returns void
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
begin
  if not exists (select from public.enterprise_user u
                 where u.enterprise_id = tenant and u.user_id = person and u.erased_at is not null) then
    raise exception 'the member is not erased' using errcode = 'check_violation';
  end if;
  update public.exam_journal j set content = null
  where j.enterprise_id = tenant and j.content is not null and j.attempt_id in
    (select a.id from public.exam_attempt a where a.enterprise_id = tenant and a.user_id = person);
end $$;
revoke all on function portal.erase_exam_journal from public;

-- Also the deadlines that invigilators have moved. Of a paused attempt nobody knows when it goes on.
create or replace function portal.exam_over_at(tenant uuid, which uuid) returns timestamp with time zone
language sql stable
as $$
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
$$;

-- The accommodations that apply at a moment.
create or replace function portal.accommodations_at(tenant uuid, at timestamp with time zone) returns setof exam_accommodation
language sql stable
as $$
  select c.* from exam_accommodation c
  where c.enterprise_id = tenant and c.valid_from <= at and coalesce(c.valid_until, 'infinity') > at and c.ended_at is null
$$;

-- Start or end of a window (0: that of the exam, else the number of a resit) for a member: an own window replaces that of the exam.
create or replace function portal.window_time(number integer, of_window timestamp with time zone, own timestamp with time zone) returns timestamp with time zone
language sql immutable
as $$
  select coalesce(case when number = 0 then own end, of_window)
$$;

-- The windows of all exams for everybody: that of the exam itself (0), and those of its resits.
create or replace function portal.all_windows(tenant uuid) returns table(exam_id uuid, number integer, window_start timestamp with time zone, window_end timestamp with time zone, attempts integer)
language sql stable
as $$
  select e.id, 0, e.window_start, e.window_end, e.max_attempts from exam e where e.enterprise_id = tenant
  union all
  select r.exam_id, r.number, r.window_start, r.window_end, r.attempts from exam_resit r where r.enterprise_id = tenant
$$;

-- The windows of all exams for a member: an own window replaces that of the exam, and an accommodation lets them end later.
create or replace function portal.exam_windows(tenant uuid, person uuid, at timestamp with time zone) returns table(exam_id uuid, number integer, starts timestamp with time zone, ends timestamp with time zone, attempts integer, extra integer)
language sql stable
as $$
  select w.exam_id, w.number, portal.window_time(w.number, w.window_start, l.window_start),
         portal.window_time(w.number, w.window_end, l.window_end) + (
           select make_interval(secs => coalesce(max(c.window_after_seconds), 0))
           from portal.accommodations_at(tenant, at) c where c.user_id = person),
         w.attempts, coalesce(l.extra_attempts, 0)
  from portal.all_windows(tenant) w
  left join exam_allowance l on l.enterprise_id = tenant and l.exam_id = w.exam_id and l.user_id = person
$$;

-- Which of a person's closed attempts counts: the one with the smallest rank is the result of the exam (decision 057). Numbers, because
-- arrays are compared element by element; a score that is missing comes last.
create or replace function portal.attempt_rank(counted_attempt text, passed boolean, status text, score double precision, window_number integer, number integer) returns double precision[]
language sql immutable
as $$
  select case counted_attempt
    when 'best' then array[case when passed then 0 when status = 'submitted' then 1 else 2 end, -score, -number]
    when 'first' then array[-window_number, number]
    else array[-number] end
$$;

-- How many attempts a person can still start (retries): those that are free in windows that are not over, and extra ones while there is
-- such a window. Of an exam whose first attempt counts, with `firsts`: only windows without an attempt can change the result.
create or replace function portal.attempts_left(counted_attempt text, firsts bigint, free bigint, extra bigint, is_any_open boolean) returns integer
language sql immutable
as $$
  select (case when counted_attempt = 'first' then firsts else coalesce(free, 0) + case when is_any_open then extra else 0 end end)::int
$$;

-- The state of a person in an exam, as the person sees it: `pass` if the attempt that counts is passed; `awaitingMarking` while it is not
-- fully marked; `resit` if failed and another attempt that counts is possible, or if only resits are left; `fail` if none is; `absent` if all
-- windows ended without an attempt; otherwise `waiting`. With an open attempt: `waiting` for the first one, `resit` for later ones.
create or replace function portal.exam_state(passed boolean, is_open boolean, awaiting boolean, used integer, counting_left integer, is_over boolean, window_number integer) returns text
language sql immutable
as $$
  select case when passed then 'pass'
              when is_open then case when used > 1 then 'resit' else 'waiting' end
              when awaiting then 'awaitingMarking'
              when used > 0 and counting_left > 0 then 'resit'
              when used > 0 then 'fail'
              when is_over then 'absent'
              when window_number > 0 then 'resit'
              else 'waiting' end
$$;

-- A voided attempt that does not use up one neither counts nor is used.
create or replace function portal.exam_progress(tenant uuid, which uuid, person uuid, at timestamp with time zone) returns table(used integer, passed boolean, awaiting boolean, open_id uuid, last_id uuid, counting_id uuid, best numeric, submitted_at timestamp with time zone, attempts_left integer, counting_left integer, max_attempts integer, window_number integer, window_start timestamp with time zone, window_end timestamp with time zone, last_end timestamp with time zone, next_start timestamp with time zone)
language sql stable
as $$
  with rules as (
    select e.* from exam e where e.enterprise_id = tenant and e.id = which
  ), tries as (
    select a.id, a.number, a.window_number, a.status, a.passed, a.submitted_at, coalesce(a.void_uses, true) as uses,
           case when a.voided_at is null then a.objective_score + a.subjective_score end as score
    from exam_attempt a where a.enterprise_id = tenant and a.exam_id = which and a.user_id = person
  ), counting as (
    -- The attempt whose result is the result of the exam (decision 057).
    select t.id, t.status, coalesce(t.passed, false) as passed from tries t, rules e
    where t.status <> 'open' and t.uses
    order by portal.attempt_rank(e.counted_attempt, t.passed, t.status, t.score::float8, t.window_number, t.number)
    limit 1
  ), windows as (
    select w.*, greatest(w.attempts - w.used, 0) as free,
           greatest(w.extra - sum(greatest(w.used - w.attempts, 0)) over (), 0) as extra_free
    from (
      select x.*, (select count(*)::int from tries t where t.window_number = x.number and t.uses) as used
      from portal.exam_windows(tenant, person, at) x
      where x.exam_id = which and (x.number = 0 or not coalesce((select k.passed from counting k), false))
    ) w
  ), shown as (
    -- The window in which the next attempt can be started; else the current one, else the last one.
    select w.* from windows w
    order by (w.ends > at and w.free + w.extra_free > 0) desc, (w.starts <= at and w.ends > at) desc,
             case when w.ends > at then w.starts end, w.ends desc
    limit 1
  ), free as (
    select sum(w.free) filter (where w.ends > at) as attempts, max(w.extra_free) as extra, bool_or(w.ends > at) as any_open,
           count(*) filter (where w.ends > at and w.used = 0) as firsts, max(w.ends) as last_end
    from windows w
  )
  select (select count(*)::int from tries), coalesce(k.passed, false), coalesce(k.status = 'submitted', false),
         (select t.id from tries t where t.status = 'open' limit 1),
         (select t.id from tries t where t.status <> 'open' order by t.number desc limit 1), k.id,
         (select max(t.score) from tries t where t.status = 'marked'), (select max(t.submitted_at) from tries t),
         case when k.passed and e.stop_after_pass then 0 else portal.attempts_left('any', f.firsts, f.attempts, f.extra, f.any_open) end,
         case when k.passed and e.stop_after_pass then 0 else portal.attempts_left(e.counted_attempt, f.firsts, f.attempts, f.extra, f.any_open) end,
         s.attempts + s.extra, s.number, s.starts, s.ends, f.last_end,
         (select max(t.submitted_at) from tries t) + make_interval(secs => e.wait_seconds)
  from rules e cross join shown s cross join free f left join counting k on true
$$;

-- The passed attempts of all people that count: those of exams whose best attempt counts, else those of people whose attempt that counts is
-- passed, as `portal.exam_progress` says (decision 057). No trial sittings, no voided attempts. PostgreSQL puts the statement in place of the call.
create or replace function portal.exam_passes(tenant uuid) returns table(id uuid, exam_id uuid, user_id uuid, submitted_at timestamp with time zone, score numeric, total_score numeric)
language sql stable
as $$
  select a.id, a.exam_id, a.user_id, a.submitted_at, coalesce(a.objective_score, 0) + coalesce(a.subjective_score, 0), a.total_score
  from exam_attempt a
  join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
  where a.enterprise_id = tenant and a.passed and not a.trial and a.voided_at is null
    and (e.counted_attempt = 'best' or (
      select t.passed from exam_attempt t
      where t.enterprise_id = a.enterprise_id and t.exam_id = a.exam_id and t.user_id = a.user_id
        and t.status <> 'open' and coalesce(t.void_uses, true)
      order by portal.attempt_rank(e.counted_attempt, t.passed, t.status,
        case when t.voided_at is null then (t.objective_score + t.subjective_score)::float8 end, t.window_number, t.number)
      limit 1))
$$;

-- Passes are part of statements. Of an exam whose best attempt does not count, each result can change what an earlier year says.
create or replace function portal.note_pass() returns trigger
language plpgsql
as $$
declare before boolean := tg_op = 'UPDATE' and coalesce(old.passed, false); counted text; zone text;
begin
  select x.counted_attempt, e.time_zone into counted, zone
  from public.exam x join portal.enterprise e on e.id = x.enterprise_id
  where x.enterprise_id = new.enterprise_id and x.id = new.exam_id;
  if counted <> 'best' then
    perform portal.note_statement_change(new.enterprise_id, new.user_id, null);
  elsif before <> coalesce(new.passed, false) or new.passed then
    perform portal.note_statement_change(new.enterprise_id, new.user_id, extract(year from new.submitted_at at time zone zone)::integer);
  end if;
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform portal.note_statement_change(new.enterprise_id, old.user_id, null);
  end if;
  return null;
end $$;
create or replace trigger note_pass after insert on public.exam_attempt
for each row when (new.passed is not null and not new.trial) execute function portal.note_pass();
create or replace trigger note_pass_change after update of passed, voided_at, submitted_at, user_id on public.exam_attempt
for each row when (((new.passed, new.voided_at, new.submitted_at) is distinct from (old.passed, old.voided_at, old.submitted_at)
  or new.user_id <> old.user_id) and not new.trial and (new.passed is not null or old.passed is not null))
execute function portal.note_pass();

-- A rehearsal concerns the whole installation: of other tenants it learns only that somebody sits an exam, or that one opens.
create or replace function portal.exams_under_way(since timestamp with time zone, until timestamp with time zone) returns table(enterprise_id uuid, sitting boolean)
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct a.enterprise_id, true from public.exam_attempt a where a.status = 'open' and not a.trial
  union all
  select distinct e.enterprise_id, false from public.exam e
  where e.published and e.window_start > since and e.window_start <= until
  union all
  select distinct r.enterprise_id, false
  from public.exam_resit r join public.exam e on e.enterprise_id = r.enterprise_id and e.id = r.exam_id
  where e.published and r.window_start > since and r.window_start <= until
$$;
revoke all on function portal.exams_under_way from public;

-- Whether an answer of a writer (`epoch`) that arrives at a moment counts (`saved`), and if not, why: the attempt is closed, another writer took
-- over, or it is too late: a grace period after the deadline or the end of its section, or during a break. The clock stands still while
-- an invigilator has paused the attempt.
create or replace function portal.answer_state(status text, writer integer, epoch integer, deadline timestamp with time zone, section_end timestamp with time zone, break_until timestamp with time zone, paused_at timestamp with time zone, at timestamp with time zone, grace integer) returns text
language sql stable
as $$
  select case when status <> 'open' then 'closed'
              when epoch <> writer then 'superseded'
              when least(at, paused_at) > least(deadline, section_end) + make_interval(secs => grace) or at < break_until then 'late'
              else 'saved' end
$$;

-- The exams whose audience a member belongs to, whether published or not.
create or replace function portal.audience_exams(tenant uuid, person uuid) returns setof exam
language sql stable
as $$
  select e.* from exam e
  where e.enterprise_id = tenant and case e.audience
    when 'everyone' then true
    when 'departments' then exists (select from exam_target t
      join enterprise_user u on u.enterprise_id = tenant and u.user_id = person
        and (u.department = t.department or starts_with(u.department, t.department || '/'))
      where t.enterprise_id = tenant and t.exam_id = e.id)
    when 'task' then exists (select from portal.assigned_items(tenant) i where i.user_id = person and i.exam_id = e.id)
      or exists (select from portal.assigned_items(tenant) i where i.user_id = person and i.course_id = e.course_id)
    else exists (select from course_progress p
      where p.enterprise_id = tenant and p.user_id = person and p.course_id = e.course_id)
  end
$$;

-- Whether a member belongs to the audience of an exam.
create or replace function portal.is_exam_audience(tenant uuid, which uuid, person uuid) returns boolean
language sql stable
as $$
  select exists (select from portal.audience_exams(tenant, person) x where x.id = which)
$$;

-- The exams of a member's own list: those they have taken, and published ones for them: given by a task, for their departments, of
-- courses that they study, or for everybody until they are over for the member. One for everybody that is an item of a course belongs to
-- those who study it.
create or replace function portal.own_exams(tenant uuid, person uuid, at timestamp with time zone) returns table(exam_id uuid)
language sql stable
as $$
  select a.exam_id from exam_attempt a where a.enterprise_id = tenant and a.user_id = person and not a.trial
  union
  select e.id from portal.audience_exams(tenant, person) e
  where e.published and (
    e.audience <> 'everyone'
    or exists (select from portal.assigned_items(tenant) i where i.user_id = person and i.exam_id = e.id)
    or exists (select from portal.assigned_items(tenant) i where i.user_id = person and i.course_id = e.course_id)
    or exists (select from course_progress p where p.enterprise_id = tenant and p.user_id = person and p.course_id = e.course_id)
    or exists (select from portal.exam_windows(tenant, person, at) w where w.exam_id = e.id and w.ends > at)
       -- `offset 0`: looked up for these few exams, instead of reading all resources.
       and not exists (select from course_resource r where r.enterprise_id = tenant and r.course_id = e.course_id and r.exam_id = e.id offset 0))
$$;

-- Whether an exam is in a member's own list. For a single exam, like `is_exam_audience`: it is planned once per connection.
create or replace function portal.is_own_exam(tenant uuid, which uuid, person uuid, at timestamp with time zone) returns boolean
language sql stable
as $$
  select exists (select from portal.own_exams(tenant, person, at) o where o.exam_id = which)
$$;

-- Saves answers of many requests with one statement (server/exam/save-batch.ts, docs/decisions/083). Runs as its caller, so row level
-- security applies; it selects the tenant for its own statement. Planned once per connection.
--
-- `attempt` is locked FOR SHARE in the order of ids before anything is written: a submit waits for the lock, and a row read after waiting is its
-- newest version. After them `head` locks the ends of their journals, in the same order; the counts of both CTEs make PostgreSQL
-- complete one before it begins the next. Rows are written in sorted order, so that batches cannot deadlock.
--
-- `events` null: the caller has a transaction, gets the locked ends of the journals, and appends to them. `events` given: attempts for
-- which nothing is late, superseded, missing or a gap are saved together with their journal (`saved`); nothing is written for the others.
create or replace function portal.save_answers(enterprise uuid, attempts uuid[], entries json, counted json, events json, grace integer, saves_base integer, saves_per_second integer, gap integer, min_beat integer, max_bytes integer, lock_ms integer) returns table(id uuid, status text, writer_epoch integer, deadline_at timestamp with time zone, break_until timestamp with time zone, paused_at timestamp with time zone, section_ends jsonb, limited boolean, saved boolean, attempt_id uuid, seq integer, hash text, bytes integer, seen_at timestamp with time zone, writer_session uuid, writer_device uuid, closes_at timestamp with time zone, messages integer)
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  saved_ids uuid[] := '{}';
  event record;
  attempt_now uuid;
  end_seq int;
  end_hash bytea;
  end_bytes int;
  end_seen timestamptz;
  prev_hash bytea;
  silence double precision;
  row_attempts uuid[] := '{}';
  row_seqs int[] := '{}';
  row_kinds text[] := '{}';
  row_times timestamptz[] := '{}';
  row_data text[] := '{}';
  row_contents jsonb[] := '{}';
  row_prevs bytea[] := '{}';
  row_hashes bytea[] := '{}';
  ends uuid[] := '{}';
  end_seqs int[] := '{}';
  end_hashes bytea[] := '{}';
  end_sizes int[] := '{}';
  end_times timestamptz[] := '{}';
begin
  perform set_config('app.enterprise_id', enterprise::text, true);
  if lock_ms is not null then
    perform set_config('lock_timeout', lock_ms::text, true);
  end if;
  for id, status, writer_epoch, deadline_at, break_until, paused_at, section_ends, limited, saved,
      attempt_id, seq, hash, bytes, seen_at, writer_session, writer_device, closes_at, messages in
    with attempt as materialized (
      select a.id, a.status, a.writer_epoch, a.deadline_at, a.break_until, a.paused_at,
             case when a.section_ends is not null then (
               select jsonb_object_agg(q ->> 'questionId', a.section_ends -> (q ->> 'part')::int)
               from jsonb_array_elements(a.paper) q) end as section_ends,
             saves_base + saves_per_second * greatest(0, ceil(extract(epoch from a.deadline_at - a.started_at)))::int as allowed
      from public.exam_attempt a where a.enterprise_id = enterprise and a.id = any(attempts)
      order by a.id for share
    ), head as materialized (
      select h.attempt_id, h.seq, encode(h.hash, 'hex') as hash, h.bytes, h.seen_at, h.writer_session, h.writer_device, h.closes_at, h.messages
      from public.exam_journal_head h
      where h.enterprise_id = enterprise and h.attempt_id = any(attempts) and (select count(*) from attempt) > 0
      order by h.attempt_id for update
    ), entry as materialized (
      select i.a, i.q, i.e, i.r, coalesce(i.v, 'null') as v, i.f, i.t, i.l,
             portal.answer_state(attempt.status, attempt.writer_epoch, i.e, attempt.deadline_at, (attempt.section_ends ->> i.q::text)::timestamptz,
               attempt.break_until, attempt.paused_at, i.t, grace) = 'saved'
               as counts
      from json_to_recordset(entries) as i (a uuid, q uuid, e int, r int, v jsonb, f boolean, t timestamptz, l text)
      join attempt on attempt.id = i.a
      where (select count(*) from head) >= 0
    ), told as materialized (
      select i.a, bool_and(i.e = attempt.writer_epoch) as is_writer, max(i.at::timestamptz) as t, sum(i.b) as b
      from json_to_recordset(events) as i (a uuid, e int, at text, b int) join attempt on attempt.id = i.a
      group by i.a
    ), plain as materialized (
      select attempt.id
      from attempt join head on head.attempt_id = attempt.id join told on told.a = attempt.id
      where attempt.status = 'open' and told.is_writer
        and (attempt.paused_at is not null or told.t - head.seen_at <= make_interval(secs => gap))
        and head.bytes + told.b < max_bytes
        and not exists (select from entry where entry.a = attempt.id and not entry.counts)
    ), requested as materialized (
      select attempt.id, i.n, attempt.allowed from json_to_recordset(counted) as i (a uuid, n int)
      join attempt on attempt.id = i.a
      where (select count(*) from head) >= 0 and (events is null or exists (select from plain where plain.id = i.a))
      order by i.a
    ), used as (
      insert into public.exam_save_count as kept (enterprise_id, attempt_id, saves)
      select enterprise, requested.id, requested.n from requested
      on conflict (enterprise_id, attempt_id) do update set saves = kept.saves + excluded.saves
        where kept.saves + excluded.saves <= (select allowed from requested where requested.id = kept.attempt_id)
      returning kept.attempt_id
    ), limited as materialized (
      select requested.id from requested where not exists (select from used where used.attempt_id = requested.id)
    ), written as (
      insert into public.exam_answer as kept (enterprise_id, attempt_id, question_id, epoch, revision, answer, flagged, saved_at, lang)
      select enterprise, entry.a, entry.q, entry.e, entry.r, entry.v, entry.f, entry.t, entry.l from entry
      where entry.counts and (events is null or exists (select from plain where plain.id = entry.a))
        and not exists (select from limited where limited.id = entry.a)
      order by entry.a, entry.q, entry.e, entry.r
      on conflict (enterprise_id, attempt_id, question_id) do update
        set epoch = excluded.epoch, revision = excluded.revision, answer = excluded.answer, flagged = excluded.flagged, saved_at = excluded.saved_at,
            lang = excluded.lang
        where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
    )
    select attempt.id, attempt.status, attempt.writer_epoch, attempt.deadline_at, attempt.break_until, attempt.paused_at, attempt.section_ends,
           exists (select from limited where limited.id = attempt.id),
           exists (select from plain where plain.id = attempt.id) and not exists (select from limited where limited.id = attempt.id),
           head.*
    from attempt left join head on head.attempt_id = attempt.id
  loop
    if saved then
      saved_ids := saved_ids || id;
    end if;
    return next;
  end loop;

  -- The journals of what was saved: each row continues the hash of the one before (server/exam/journal-hash.ts).
  for event in
    select i.a, i.at::timestamptz as t, i.at, i.k, i.d, i.c, i.b, h.seq, h.hash, h.bytes, h.seen_at
    from rows from (json_to_recordset(events) as (a uuid, at text, k text, d text, c jsonb, b int)) with ordinality as i (a, at, k, d, c, b, n)
    join public.exam_journal_head h on h.enterprise_id = enterprise and h.attempt_id = i.a
    where i.a = any(saved_ids)
    order by i.a, i.n
  loop
    if attempt_now is distinct from event.a then
      if attempt_now is not null then
        ends := ends || attempt_now; end_seqs := end_seqs || end_seq; end_hashes := end_hashes || end_hash;
        end_sizes := end_sizes || end_bytes; end_times := end_times || end_seen;
      end if;
      attempt_now := event.a; end_seq := event.seq; end_hash := event.hash; end_bytes := event.bytes; end_seen := event.seen_at;
    end if;
    silence := extract(epoch from event.t - end_seen);
    continue when event.k = 'beat' and silence < min_beat;
    end_seen := greatest(end_seen, event.t);
    prev_hash := end_hash;
    end_seq := end_seq + 1;
    end_hash := sha256(convert_to(
      '{"at":"' || event.at || '","attemptId":"' || event.a || '","data":' || event.d || ',"kind":"' || event.k || '","prev":"'
      || encode(prev_hash, 'hex') || '","seq":' || end_seq || '}', 'UTF8'));
    end_bytes := end_bytes + event.b;
    row_attempts := row_attempts || event.a; row_seqs := row_seqs || end_seq; row_kinds := row_kinds || event.k;
    row_times := row_times || event.t; row_data := row_data || event.d; row_contents := row_contents || event.c;
    row_prevs := row_prevs || prev_hash; row_hashes := row_hashes || end_hash;
  end loop;
  if attempt_now is null then
    return;
  end if;
  ends := ends || attempt_now; end_seqs := end_seqs || end_seq; end_hashes := end_hashes || end_hash;
  end_sizes := end_sizes || end_bytes; end_times := end_times || end_seen;
  insert into public.exam_journal (enterprise_id, attempt_id, seq, kind, at, data, content, prev, hash)
  select enterprise, r.a, r.s, r.k, r.t, r.d::jsonb, r.c, r.p, r.h
  from unnest(row_attempts, row_seqs, row_kinds, row_times, row_data, row_contents, row_prevs, row_hashes) as r (a, s, k, t, d, c, p, h);
  update public.exam_journal_head as h set seq = i.s, hash = i.h, bytes = i.b, seen_at = i.t
  from unnest(ends, end_seqs, end_hashes, end_sizes, end_times) as i (a, s, h, b, t)
  where h.enterprise_id = enterprise and h.attempt_id = i.a and h.seq <> i.s;
end $$;

-- The departments of an exam follow those that are renamed, moved or merged.
create or replace function portal.follow_department_of_exam() returns trigger
language plpgsql
as $$
declare path text := new.path;
begin
  if new.merged_into is not null then
    select d.path into path from public.department d where d.enterprise_id = new.enterprise_id and d.id = new.merged_into;
  end if;
  if path = old.path then return null; end if;
  insert into public.exam_target (enterprise_id, exam_id, department)
  select t.enterprise_id, t.exam_id, path from public.exam_target t where t.enterprise_id = new.enterprise_id and t.department = old.path
  on conflict do nothing;
  delete from public.exam_target t where t.enterprise_id = new.enterprise_id and t.department = old.path;
  return null;
end $$;
create or replace trigger follow_department_of_exam after update of path, merged_into on public.department
for each row execute function portal.follow_department_of_exam();
