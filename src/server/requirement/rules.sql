-- The state of a person in a requirement at a moment (docs/specification.md, section "Requirements"), from the moments that
-- `portal.requirement_states` returns. The only place of this rule.
create or replace function portal.requirement_state_at(at timestamptz, due_at timestamptz, valid_until timestamptz, renew_from timestamptz, is_started boolean, exempt_until timestamptz) returns text
language sql immutable
as $$
  select case when exempt_until > at then 'exempt'
              when valid_until > at and renew_from <= at then 'dueSoon'
              when valid_until > at then 'fulfilled'
              when due_at <= at then 'overdue'
              when is_started then 'inProgress'
              else 'due' end
$$;

-- The end of a day in a time zone: the first moment of the next one.
create or replace function portal.end_of_day(day date, zone text) returns timestamptz
language sql stable
as $$
  select (day + 1)::timestamp at time zone zone
$$;

-- Members whom published requirements concern.
-- which: only these requirements; people: only these members; null: all. listed: the requirement names the member.
create or replace function portal.requirement_audience(tenant uuid, which uuid[], people uuid[]) returns table(requirement_id uuid, user_id uuid, listed boolean)
language sql stable
as $$
  select f.requirement_id, f.user_id, bool_or(f.listed)
  from (
    select r.requirement_id, u.user_id, r.excluded, false as listed
    from requirement_rule r
    join department o on o.enterprise_id = tenant and o.id = r.department_id and o.closed_at is null
    join department d on d.enterprise_id = tenant and (d.id = o.id or r.with_below and starts_with(d.path, o.path || '/'))
    join enterprise_user u on u.enterprise_id = tenant and u.department_id = d.id
    where r.enterprise_id = tenant and (which is null or r.requirement_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select r.requirement_id, u.user_id, r.excluded, false
    from requirement_rule r
    join enterprise_user u on u.enterprise_id = tenant
    where r.enterprise_id = tenant and r.department_id is null
      and (which is null or r.requirement_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select p.requirement_id, p.user_id, p.excluded, true
    from requirement_person p
    where p.enterprise_id = tenant and (which is null or p.requirement_id = any (which)) and (people is null or p.user_id = any (people))
  ) f
  join requirement r on r.enterprise_id = tenant and r.id = f.requirement_id and r.phase = 'published'
  join enterprise_user u on u.enterprise_id = tenant and u.user_id = f.user_id and u.status = 'active' and u.user_type <> 3
  group by f.requirement_id, f.user_id
  having not bool_or(f.excluded)
$$;

-- What members have done that can fulfil a requirement, and when: a fact is valid from `done_at` on, until `expires_at`, or until it was
-- revoked. Retakes add facts. Null in `people`: of all members.
create or replace function portal.requirement_facts(tenant uuid, people uuid[]) returns table(user_id uuid, kind text, subject_id uuid, fact_id uuid, done_at timestamptz, expires_at timestamptz, revoked_at timestamptz)
language sql stable
as $$
  -- Versions of courses that have to be studied by those who had completed them: what was completed before counts until then (decision 104).
  with restudy as materialized (
    select v.item_id as course_id, v.gmt_create as since from content_version v
    where v.enterprise_id = tenant and v.kind = 'course' and v.restudy
  ), examined as materialized (
    -- Projects with required exams: a project is complete when these are passed, too. They are not sat again when courses are studied again.
    select e.project_id, count(*) as exams from project_exam e
    where e.enterprise_id = tenant and e.required
    group by e.project_id
  ), sat as materialized (
    select e.project_id, a.user_id, count(*) as exams, max(a.passed_at) as passed_at
    from project_exam e
    join (
      select t.user_id, t.exam_id, min(t.submitted_at) as passed_at from exam_attempt t
      where t.enterprise_id = tenant and t.passed and t.voided_at is null and t.submitted_at is not null
        and (people is null or t.user_id = any (people))
        and t.exam_id in (select x.exam_id from project_exam x where x.enterprise_id = tenant and x.required)
      group by t.user_id, t.exam_id
    ) a on a.exam_id = e.exam_id
    where e.enterprise_id = tenant and e.required
    group by e.project_id, a.user_id
  )
  select p.user_id, 'course', p.course_id, null::uuid, p.completed_at::timestamptz, null::timestamptz,
         (select min(r.since) from restudy r where r.course_id = p.course_id and r.since >= p.completed_at)
  from course_progress p
  where p.enterprise_id = tenant and p.completed_at is not null and (people is null or p.user_id = any (people))
  union all
  select p.user_id, 'course', p.course_id, p.id, p.completed_at, null,
         (select min(r.since) from restudy r where r.course_id = p.course_id and r.since >= p.completed_at)
  from course_renewal p
  where p.enterprise_id = tenant and (people is null or p.user_id = any (people))
  union all
  select p.user_id, 'project', c.project_id, null, greatest(max(p.completed_at), s.passed_at), null,
         min((select min(r.since) from restudy r where r.course_id = p.course_id and r.since >= p.completed_at))
  from project_course c
  join course_progress p on p.enterprise_id = tenant and p.course_id = c.course_id and p.completed_at is not null
  left join examined x on x.project_id = c.project_id
  left join sat s on s.project_id = c.project_id and s.user_id = p.user_id
  where c.enterprise_id = tenant and c.required and (people is null or p.user_id = any (people))
  group by p.user_id, c.project_id, x.exams, s.exams, s.passed_at
  having count(*) = (select count(*) from project_course n where n.enterprise_id = tenant and n.project_id = c.project_id and n.required)
    and (x.exams is null or s.exams = x.exams)
  union all
  -- A project is complete again when those of its courses are that had to be studied again.
  select l.user_id, 'project', c.project_id, null, greatest(max(l.completed_at), s.passed_at), null, null
  from project_course c
  join (
    select d.user_id, d.course_id, min(d.completed_at) as completed_at
    from (
      select p.user_id, p.course_id, p.completed_at from course_progress p
      where p.enterprise_id = tenant and p.completed_at is not null and (people is null or p.user_id = any (people))
      union all
      select p.user_id, p.course_id, p.completed_at from course_renewal p
      where p.enterprise_id = tenant and (people is null or p.user_id = any (people))
    ) d
    where not exists (select from restudy r where r.course_id = d.course_id and r.since >= d.completed_at)
    group by d.user_id, d.course_id
  ) l on l.course_id = c.course_id
  left join examined x on x.project_id = c.project_id
  left join sat s on s.project_id = c.project_id and s.user_id = l.user_id
  where c.enterprise_id = tenant and c.required
    and exists (select from project_course n join restudy r on r.course_id = n.course_id
                where n.enterprise_id = tenant and n.project_id = c.project_id and n.required)
  group by l.user_id, c.project_id, x.exams, s.exams, s.passed_at
  having count(*) = (select count(*) from project_course n where n.enterprise_id = tenant and n.project_id = c.project_id and n.required)
    and (x.exams is null or s.exams = x.exams)
  union all
  -- A project is completed again with the last of its courses.
  select n.user_id, 'project', c.project_id, null, greatest(max(n.completed_at), s.passed_at), null, null
  from project_course c
  join (
    select r.user_id, r.course_id, r.completed_at, row_number() over (partition by r.user_id, r.course_id order by r.completed_at) as round
    from course_renewal r
    where r.enterprise_id = tenant and (people is null or r.user_id = any (people))
  ) n on n.course_id = c.course_id
  left join examined x on x.project_id = c.project_id
  left join sat s on s.project_id = c.project_id and s.user_id = n.user_id
  where c.enterprise_id = tenant and c.required
  group by n.user_id, c.project_id, n.round, x.exams, s.exams, s.passed_at
  having count(*) = (select count(*) from project_course n where n.enterprise_id = tenant and n.project_id = c.project_id and n.required)
    and (x.exams is null or s.exams = x.exams)
  union all
  -- A project that requires exams only.
  select s.user_id, 'project', s.project_id, null, s.passed_at, null, null
  from sat s
  join examined x on x.project_id = s.project_id and x.exams = s.exams
  where not exists (select from project_course n where n.enterprise_id = tenant and n.project_id = s.project_id and n.required)
  union all
  select a.user_id, 'exam', a.exam_id, a.id, a.submitted_at, null, null
  from exam_attempt a
  where a.enterprise_id = tenant and a.passed and a.voided_at is null and a.submitted_at is not null
    and (people is null or a.user_id = any (people))
  union all
  select c.user_id, 'certificate', c.certificate_id, c.id, c.issued_at, c.expires_at, c.revoked_at
  from user_certificate c
  where c.enterprise_id = tenant and (people is null or c.user_id = any (people))
$$;

-- The end of the validity of a fact as it was known at a moment; `infinity`: none.
create or replace function portal.fact_end(at timestamptz, done_at timestamptz, expires_at timestamptz, revoked_at timestamptz, repeat_months integer, zone text) returns timestamptz
language sql stable
as $$
  select coalesce(least(expires_at, case when revoked_at <= at then revoked_at end,
    ((done_at at time zone zone) + make_interval(months => repeat_months)) at time zone zone), 'infinity')
$$;

-- When members began with what can fulfil a requirement.
create or replace function portal.requirement_starts(tenant uuid, people uuid[]) returns table(user_id uuid, kind text, subject_id uuid, started_at timestamptz)
language sql stable
as $$
  with studied as (
    select p.user_id, p.course_id, x.started_at
    from course_progress p, unnest(array[p.started_at::timestamptz, p.renewing_since]) as x (started_at)
    where p.enterprise_id = tenant and (people is null or p.user_id = any (people)) and x.started_at is not null
    union all
    select r.user_id, r.course_id, r.started_at
    from course_renewal r
    where r.enterprise_id = tenant and (people is null or r.user_id = any (people))
  )
  select s.user_id, 'course', s.course_id, s.started_at from studied s
  union all
  select s.user_id, 'project', c.project_id, s.started_at
  from project_course c
  join studied s on s.course_id = c.course_id
  where c.enterprise_id = tenant
  union all
  select a.user_id, 'project', e.project_id, a.started_at
  from project_exam e
  join exam_attempt a on a.enterprise_id = tenant and a.exam_id = e.exam_id and a.voided_at is null
    and (people is null or a.user_id = any (people))
  where e.enterprise_id = tenant
  union all
  select a.user_id, 'exam', a.exam_id, a.started_at
  from exam_attempt a
  where a.enterprise_id = tenant and a.voided_at is null and (people is null or a.user_id = any (people))
  union all
  -- A certificate is earned with an exam.
  select a.user_id, 'certificate', e.certificate_id, a.started_at
  from exam e
  join exam_attempt a on a.enterprise_id = tenant and a.exam_id = e.id and a.voided_at is null
  where e.enterprise_id = tenant and e.certificate_id is not null and (people is null or a.user_id = any (people))
$$;

-- The terms of requirements that were valid at a moment.
create or replace function portal.requirement_terms(tenant uuid, at timestamptz, which uuid[]) returns table(requirement_id uuid, number integer, due_days integer, due_from text, due_on date, repeat_months integer, renew_days integer, zone text)
language sql stable
as $$
  select v.requirement_id, v.number, v.due_days, v.due_from, v.due_on, v.repeat_months, v.renew_days, e.time_zone
  from requirement_version v
  join portal.enterprise e on e.id = tenant
  where v.enterprise_id = tenant and v.since <= at and (v.until is null or v.until > at) and (which is null or v.requirement_id = any (which))
$$;

-- What fulfils the requirements at a moment.
create or replace function portal.requirement_subjects(tenant uuid, at timestamptz, which uuid[]) returns table(requirement_id uuid, kind text, subject_id uuid, repeat_months integer, renew_days integer, zone text)
language sql stable
as $$
  select t.requirement_id,
         case when s.course_id is not null then 'course' when s.project_id is not null then 'project' when s.exam_id is not null then 'exam' else 'certificate' end,
         coalesce(s.course_id, s.project_id, s.exam_id, s.certificate_id), t.repeat_months, t.renew_days, t.zone
  from portal.requirement_terms(tenant, at, which) t
  join requirement_subject s on s.enterprise_id = tenant and s.requirement_id = t.requirement_id and s.version = t.number
$$;

-- Where everybody was with their requirements at a moment, as it was known then, in moments that say the state also of later ones:
-- `portal.requirement_state_at` makes it of them. The due date is the latest of the first one, the end of the validity, an extension, and,
-- when a new version of a course ended the validity, as many days after it as are given at first (30 for a fixed day).
-- which, people: null: all.
create or replace function portal.requirement_states(tenant uuid, at timestamptz, which uuid[], people uuid[]) returns table(requirement_id uuid, user_id uuid, assignment_id uuid, opened_at timestamptz, due_at timestamptz, valid_until timestamptz, renew_from timestamptz, is_started boolean, exempt_until timestamptz)
language sql stable
as $$
  select a.requirement_id, a.user_id, a.id, a.opened_at::timestamptz,
         greatest(
           case when t.due_on is not null then portal.end_of_day(t.due_on, t.zone)
                when t.due_from = 'joined' then portal.end_of_day(coalesce(u.joined_on, (u.gmt_create at time zone t.zone)::date) + t.due_days, t.zone)
                else portal.end_of_day((a.opened_at at time zone t.zone)::date + t.due_days, t.zone) end,
           f.valid_until, portal.end_of_day(x.due_on, t.zone),
           case when f.restudy_at = f.valid_until
                then portal.end_of_day((f.restudy_at at time zone t.zone)::date + coalesce(t.due_days, 30), t.zone) end),
         f.valid_until, f.valid_until - make_interval(days => t.renew_days),
         coalesce(s.started_at >= coalesce(f.valid_until - make_interval(days => t.renew_days), '-infinity'), false),
         e.exempt_until
  from requirement_assignment a
  join portal.requirement_terms(tenant, at, which) t on t.requirement_id = a.requirement_id
  join enterprise_user u on u.enterprise_id = tenant and u.user_id = a.user_id
  left join (
    select s.requirement_id, f.user_id, max(portal.fact_end(at, f.done_at, f.expires_at, f.revoked_at, s.repeat_months, s.zone)) as valid_until,
           max(f.revoked_at) filter (where s.kind <> 'certificate' and f.revoked_at <= at) as restudy_at
    from portal.requirement_subjects(tenant, at, which) s
    join portal.requirement_facts(tenant, people) f on f.kind = s.kind and f.subject_id = s.subject_id and f.done_at <= at
    group by s.requirement_id, f.user_id
  ) f on f.requirement_id = a.requirement_id and f.user_id = a.user_id
  left join (
    select s.requirement_id, b.user_id, max(b.started_at) as started_at
    from portal.requirement_subjects(tenant, at, which) s
    join portal.requirement_starts(tenant, people) b on b.kind = s.kind and b.subject_id = s.subject_id and b.started_at <= at
    group by s.requirement_id, b.user_id
  ) s on s.requirement_id = a.requirement_id and s.user_id = a.user_id
  left join (
    select e.requirement_id, e.user_id, max(coalesce(portal.end_of_day(e.until_on, z.time_zone), 'infinity')) as exempt_until
    from requirement_exemption e
    join portal.enterprise z on z.id = tenant
    where e.enterprise_id = tenant and e.gmt_create <= at and (e.ended_at is null or e.ended_at > at)
      and (which is null or e.requirement_id = any (which)) and (people is null or e.user_id = any (people))
    group by e.requirement_id, e.user_id
  ) e on e.requirement_id = a.requirement_id and e.user_id = a.user_id
  left join (
    select distinct on (x.requirement_id, x.user_id) x.requirement_id, x.user_id, x.due_on
    from requirement_extension x
    where x.enterprise_id = tenant and x.gmt_create <= at
      and (which is null or x.requirement_id = any (which)) and (people is null or x.user_id = any (people))
    order by x.requirement_id, x.user_id, x.gmt_create desc, x.id desc
  ) x on x.requirement_id = a.requirement_id and x.user_id = a.user_id
  where a.enterprise_id = tenant and a.opened_at <= at and (a.closed_at is null or a.closed_at > at)
    and (which is null or a.requirement_id = any (which)) and (people is null or a.user_id = any (people))
$$;

-- The same of many people at an earlier moment, for which nothing is stored. Nested loops would be chosen for the wrong numbers of facts
-- (decision 092).
create or replace function portal.past_requirement_states(tenant uuid, at timestamptz, which uuid[], people uuid[]) returns table(requirement_id uuid, user_id uuid, assignment_id uuid, opened_at timestamptz, due_at timestamptz, valid_until timestamptz, renew_from timestamptz, is_started boolean, exempt_until timestamptz)
language plpgsql stable
set search_path to 'pg_catalog', 'public', 'pg_temp'
set plan_cache_mode to 'force_custom_plan'
set enable_nestloop to off
as $$
begin
  return query select * from portal.requirement_states(tenant, at, which, people);
end $$;

-- Where members belonged at a moment, and whether they were active: those who were members then.
create or replace function portal.members_at(tenant uuid, at timestamptz, people uuid[]) returns table(user_id uuid, department_id uuid, position_id uuid, active boolean)
language sql stable
as $$
  select distinct on (h.user_id) h.user_id, h.department_id, h.position_id, h.active
  from member_history h
  where h.enterprise_id = tenant and h.since <= at and (people is null or h.user_id = any (people))
  order by h.user_id, h.since desc, h.id desc
$$;

-- Computes `requirement_state` anew for some requirements and people. The lock lets nobody store what another one has made obsolete;
-- each statement after it sees what was committed before. All of that counts: `at` is of a moment before the lock, and other machines have
-- other clocks.
create or replace function portal.refresh_requirement_states(tenant uuid, at timestamptz, which uuid[], people uuid[]) returns void
language plpgsql
set search_path to 'pg_catalog', 'public', 'pg_temp'
set plan_cache_mode to 'force_custom_plan'
-- The numbers of facts of a requirement are estimated far too low (decision 092).
set enable_nestloop to off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('requirements ' || tenant, 0));
  at := greatest(at, clock_timestamp()) + interval '1 minute';
  delete from requirement_state k
  where k.enterprise_id = tenant and (which is null or k.requirement_id = any (which)) and (people is null or k.user_id = any (people))
    and not exists (select from requirement_assignment a
      where a.enterprise_id = tenant and a.requirement_id = k.requirement_id and a.user_id = k.user_id and a.closed_at is null);
  insert into requirement_state as k (enterprise_id, requirement_id, user_id, due_at, valid_until, renew_from, is_started, exempt_until)
  select tenant, s.requirement_id, s.user_id, s.due_at, s.valid_until, s.renew_from, s.is_started, s.exempt_until
  from portal.requirement_states(tenant, at, which, people) s
  on conflict (enterprise_id, user_id, requirement_id) do update
  set due_at = excluded.due_at, valid_until = excluded.valid_until, renew_from = excluded.renew_from,
      is_started = excluded.is_started, exempt_until = excluded.exempt_until
  where (k.due_at, k.valid_until, k.renew_from, k.is_started, k.exempt_until)
    is distinct from (excluded.due_at, excluded.valid_until, excluded.renew_from, excluded.is_started, excluded.exempt_until);
end $$;

-- Makes the open assignments of some requirements and people equal to what the rules want: one statement adds whom they want and
-- frees whom they do not want any more, with the reason. Then their states.
-- cause: what has changed.
create or replace function portal.reconcile_requirements(tenant uuid, at timestamptz, which uuid[], people uuid[], cause text) returns table(added bigint, freed bigint)
language plpgsql
set search_path to 'pg_catalog', 'public', 'pg_temp'
set plan_cache_mode to 'force_custom_plan'
-- The numbers of facts of a requirement are estimated far too low (decision 092).
set enable_nestloop to off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('requirements ' || tenant, 0));
  -- Stored moments have milliseconds; rounded up, they would be after `at`.
  at := date_trunc('milliseconds', at);
  return query
  with wanted as materialized (
    select * from portal.requirement_audience(tenant, which, people)
  ), gone as (
    update requirement_assignment a
    set closed_at = greatest(at, a.opened_at),
        close_reason = case when r.phase <> 'published' then 'withdrawn'
                            when u.status <> 'active' then 'left'
                            when exists (select from requirement_person p where p.enterprise_id = tenant and p.requirement_id = a.requirement_id
                                           and p.user_id = a.user_id and p.excluded) then 'exception'
                            else cause end
    from requirement r, enterprise_user u
    where a.enterprise_id = tenant and a.closed_at is null
      and (which is null or a.requirement_id = any (which)) and (people is null or a.user_id = any (people))
      and r.enterprise_id = tenant and r.id = a.requirement_id and u.enterprise_id = tenant and u.user_id = a.user_id
      and not exists (select from wanted w where w.requirement_id = a.requirement_id and w.user_id = a.user_id)
    returning a.id
  ), come as (
    insert into requirement_assignment (enterprise_id, requirement_id, user_id, opened_at, open_reason)
    select tenant, w.requirement_id, w.user_id, at,
           case when cause = 'rule' and w.listed then 'listed'
                when cause = 'transfer' and portal.has_just_joined(tenant, w.user_id) then 'joined'
                else cause end
    from wanted w
    where not exists (select from requirement_assignment a where a.enterprise_id = tenant and a.requirement_id = w.requirement_id
                        and a.user_id = w.user_id and a.closed_at is null)
    returning id
  )
  select (select count(*) from come), (select count(*) from gone);
  perform portal.refresh_requirement_states(tenant, at, which, people);
end $$;

-- Gives a requirement of a content pack, which nobody has yet, to those whom it concerns: since it is valid, or since they joined.
create or replace function portal.open_past_assignments(tenant uuid, requirement uuid, since timestamptz, at timestamptz) returns void
language plpgsql
set search_path to 'pg_catalog', 'public', 'pg_temp'
set plan_cache_mode to 'force_custom_plan'
set enable_nestloop to off
as $$
begin
  insert into requirement_assignment (enterprise_id, requirement_id, user_id, opened_at, open_reason)
  select tenant, requirement, w.user_id, least(at, greatest(since, w.joined)),
         case when w.listed then 'listed' when w.joined > since then 'joined' else 'rule' end
  from (
    select a.user_id, a.listed, portal.joined_on(u)::timestamp at time zone e.time_zone as joined
    from portal.requirement_audience(tenant, array[requirement], null) a
    join enterprise_user u on u.enterprise_id = tenant and u.user_id = a.user_id
    join portal.enterprise e on e.id = tenant
  ) w;
end $$;

-- Whether a member was not active before what `member_history` noted last.
create or replace function portal.has_just_joined(tenant uuid, person uuid) returns boolean
language sql stable
as $$
  select not coalesce((select h.active from member_history h where h.enterprise_id = tenant and h.user_id = person
                       order by h.since desc, h.id desc offset 1 limit 1), false)
$$;

-- The ledger: an assignment is closed once, and stays as it is otherwise.
create or replace function portal.keep_requirement_assignment() returns trigger
language plpgsql
as $$
begin
  -- They follow a record that is merged into another one of the same person (decision 095).
  if tg_op = 'UPDATE' and new.user_id <> old.user_id and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' and exists (
    select from public.member_merge m
    where m.enterprise_id = old.enterprise_id and m.removed_id = old.user_id and m.kept_id = new.user_id) then
    return new;
  end if;
  if tg_op = 'DELETE' or old.closed_at is not null
     or (new.enterprise_id, new.id, new.requirement_id, new.user_id, new.opened_at, new.open_reason)
        is distinct from (old.enterprise_id, old.id, old.requirement_id, old.user_id, old.opened_at, old.open_reason) then
    raise exception 'assignments of requirements are only appended and closed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger keep_requirement_assignment before update or delete on public.requirement_assignment
for each row execute function portal.keep_requirement_assignment();

-- Notes members whose assignments (first argument: true) or states may have changed. Attempts at exams and study of enterprises without any
-- requirement, also none in draft, cost one look into an index: publishing one computes all states.
create or replace function portal.note_requirement_change() returns trigger
language plpgsql
as $$
begin
  if tg_argv[0] = 'false' and not exists (select from public.requirement r where r.enterprise_id = new.enterprise_id) then
    return null;
  end if;
  insert into public.requirement_change (enterprise_id, user_id, is_membership) values (new.enterprise_id, new.user_id, tg_argv[0]::boolean);
  return null;
end $$;
create or replace trigger note_requirement_change after insert on public.enterprise_user
for each row execute function portal.note_requirement_change('true');
create or replace trigger note_requirement_change_later after update on public.enterprise_user
for each row when ((new.department_id, new.position_id, new.joined_on, new.user_type, new.status)
  is distinct from (old.department_id, old.position_id, old.joined_on, old.user_type, old.status))
execute function portal.note_requirement_change('true');
create or replace trigger note_requirement_change after insert on public.course_progress
for each row execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change_later after update of completed_at, renewing_since, restudy_at on public.course_progress
for each row when ((new.completed_at, new.renewing_since, new.restudy_at) is distinct from (old.completed_at, old.renewing_since, old.restudy_at))
execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change after insert on public.course_renewal
for each row execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change after insert on public.exam_attempt
for each row execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change_later after update of passed, voided_at, submitted_at on public.exam_attempt
for each row when ((new.passed, new.voided_at, new.submitted_at) is distinct from (old.passed, old.voided_at, old.submitted_at))
execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change after insert on public.user_certificate
for each row execute function portal.note_requirement_change('false');
create or replace trigger note_requirement_change_later after update of expires_at, revoked_at, issued_at on public.user_certificate
for each row when ((new.expires_at, new.revoked_at, new.issued_at) is distinct from (old.expires_at, old.revoked_at, old.issued_at))
execute function portal.note_requirement_change('false');

-- Requirements follow departments that are merged; those with rules about departments are compared again when one moves.
create or replace function portal.follow_department_of_requirement() returns trigger
language plpgsql
as $$
begin
  if new.merged_into is not null and old.merged_into is null then
    update public.requirement set stale = coalesce(stale, 'organisation') where enterprise_id = new.enterprise_id and phase = 'published' and id in
      (select r.requirement_id from public.requirement_rule r where r.enterprise_id = new.enterprise_id and r.department_id = new.id);
    update public.requirement_rule set department_id = new.merged_into where enterprise_id = new.enterprise_id and department_id = new.id;
  else
    update public.requirement set stale = coalesce(stale, 'organisation') where enterprise_id = new.enterprise_id and phase = 'published' and id in
      (select r.requirement_id from public.requirement_rule r where r.enterprise_id = new.enterprise_id and r.department_id is not null);
  end if;
  return null;
end $$;
create or replace trigger follow_department_of_requirement after update of path, merged_into, closed_at on public.department
for each row when ((new.path, new.merged_into, new.closed_at) is distinct from (old.path, old.merged_into, old.closed_at))
execute function portal.follow_department_of_requirement();

-- Which courses and exams a project requires decides who has completed it.
create or replace function portal.note_project_of_requirement() returns trigger
language plpgsql
as $$
declare
  tenant uuid;
  project uuid;
begin
  if tg_op = 'DELETE' then
    tenant := old.enterprise_id; project := old.project_id;
  else
    tenant := new.enterprise_id; project := new.project_id;
  end if;
  update public.requirement r set stale = coalesce(r.stale, 'rule')
  from public.requirement_subject s
  where s.enterprise_id = tenant and s.project_id = project
    and r.enterprise_id = tenant and r.id = s.requirement_id and r.version = s.version and r.phase = 'published';
  return null;
end $$;
create or replace trigger note_project_of_requirement after insert or delete or update of required on public.project_course
for each row execute function portal.note_project_of_requirement();
create or replace trigger note_project_of_requirement after insert or delete or update of required on public.project_exam
for each row execute function portal.note_project_of_requirement();

-- Which reminder of a schedule is the last one that has come for a due date (decision 094): `before:7`, `due` or `after:2` (in weeks);
-- null: none. An earlier one that was not sent in its time is not sent any more.
create or replace function portal.reminder_step(today date, due date, before integer[], on_day boolean, weekly boolean) returns text
language sql immutable
as $$
  select case when today < due then (select 'before:' || n from unnest(before) n where due - n <= today order by n limit 1)
              when weekly and today - due >= 7 then 'after:' || (today - due) / 7
              when on_day and today - due < 7 then 'due' end
$$;

-- The last day on which a requirement is fulfilled in time, from the first moment that is too late.
create or replace function portal.due_day(due_at timestamptz, zone text) returns date
language sql stable
as $$
  select ((due_at - interval '1 millisecond') at time zone zone)::date
$$;

-- Why a reminder of a requirement must not be sent any more; null: it may.
create or replace function portal.reminder_obstacle(m requirement_message, at timestamptz, zone text) returns text
language sql stable
as $$
  select case
    when not exists (select from enterprise_user u where u.enterprise_id = m.enterprise_id and u.user_id = m.user_id and u.status = 'active') then 'gone'
    else nullif(coalesce((
      select case portal.requirement_state_at(at, k.due_at, k.valid_until, k.renew_from, k.is_started, k.exempt_until)
               when 'exempt' then 'exempt' when 'fulfilled' then 'fulfilled'
               else case when portal.due_day(k.due_at, zone) <> m.due_on then 'moved' else '' end end
      from requirement_state k
      join requirement r on r.enterprise_id = k.enterprise_id and r.id = k.requirement_id and r.phase = 'published'
      where k.enterprise_id = m.enterprise_id and k.user_id = m.user_id and k.requirement_id = m.requirement_id), 'gone'), '') end
$$;

-- The same of any message. Asked again when it is sent, because much may have happened since it was planned.
create or replace function portal.message_obstacle(m requirement_message, at timestamptz, zone text) returns text
language sql stable
as $$
  select case
    when m.kind = 'digest' then
      case when not exists (select from enterprise_user u where u.enterprise_id = m.enterprise_id and u.user_id = m.user_id and u.status = 'active') then 'gone'
           when not exists (select from requirement_message i where i.enterprise_id = m.enterprise_id and i.digest_id = m.id
                              and portal.reminder_obstacle(i, at, zone) is null) then 'fulfilled' end
    when m.kind <> 'test' then portal.reminder_obstacle(m, at, zone) end
$$;
