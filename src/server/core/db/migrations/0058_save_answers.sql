-- Saves answers of many requests with one statement (server/exam/save-batch.ts, docs/decisions/083). Runs as its caller, so row level
-- security applies; it selects the tenant for its own statement. Planned once per connection.
--
-- `attempt` is locked FOR SHARE in the order of ids before anything is written: a submit waits for the lock, and a row read after waiting is its
-- newest version. After them `head` locks the ends of their journals, in the same order; the counts of both CTEs make PostgreSQL
-- complete one before it begins the next. Rows are written in sorted order, so that batches cannot deadlock.
--
-- `events` null: the caller has a transaction, gets the locked ends of the journals, and appends to them. `events` given: attempts for
-- which nothing is late, superseded, missing or a gap are saved together with their journal (`saved`); nothing is written for the others.
CREATE OR REPLACE FUNCTION "portal"."save_answers"(
  "enterprise" uuid, "attempts" uuid[], "entries" json, "counted" json, "events" json,
  "grace" int, "saves_base" int, "saves_per_second" int, "gap" int, "min_beat" int, "max_bytes" int, "lock_ms" int)
RETURNS TABLE (
  id uuid, status text, writer_epoch int, deadline_at timestamptz, break_until timestamptz, paused_at timestamptz, section_ends jsonb,
  limited boolean, saved boolean,
  attempt_id uuid, seq int, hash text, bytes int, seen_at timestamptz, writer_session uuid, writer_device uuid, closes_at timestamptz, messages int)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
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
             attempt.status = 'open' and i.e = attempt.writer_epoch
             and least(i.t, attempt.paused_at) <= attempt.deadline_at + make_interval(secs => grace)
             and i.t >= coalesce(attempt.break_until, '-infinity')
             and least(i.t, attempt.paused_at) <= coalesce((attempt.section_ends ->> i.q::text)::timestamptz, 'infinity') + make_interval(secs => grace)
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
