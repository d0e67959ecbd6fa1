/**
 * SQL: part of the dashboard's statement (server/home/home-query.ts): exams that the viewer `v` can take now or later, those with an
 * attempt in progress first. The same exams in the same order as the list of one's own exams (exam-states.ts; tests/api/home.test.ts compares
 * them). Exams without a window ahead are left out first. An exam that the viewer has not taken only needs its windows: the state of
 * attempts is computed for the others.
 */
export const examsAhead = (max: number): string => `
  select coalesce(json_agg(json_build_object(
           'id', id, 'title', title, 'windowStart', window_start, 'windowEnd', window_end, 'limitSeconds', limit_seconds,
           'state', case when open then 'open' when window_start > v.now then 'later' when used > 0 then 'resit' else 'waiting' end)
         order by open desc, window_start > v.now, window_end, id), '[]') as exams
  from (
    with ahead as materialized (
      select w.exam_id, w.starts, w.ends from portal.exam_windows($1, v.user_id, v.now) w where w.ends > v.now
    ), taken as materialized (
      select exam_id, bool_or(status = 'open' and deadline_at > v.now) as open
      from exam_attempt where enterprise_id = $1 and user_id = v.user_id group by exam_id
    )
    select * from (
      select e.id, e.title, e.limit_seconds, t.window_start, t.window_end, k.open, t.used
      from taken k
      join exam e on e.enterprise_id = $1 and e.id = k.exam_id and e.published
      cross join lateral portal.exam_progress($1, e.id, v.user_id, v.now) t
      where (k.open or k.exam_id in (select exam_id from ahead)) and not t.passed and (k.open or (not t.awaiting and t.counting_left > 0))
      union all
      (
        select distinct on (e.id) e.id, e.title, e.limit_seconds, a.starts, a.ends, false, 0
        from ahead a
        join exam e on e.enterprise_id = $1 and e.id = a.exam_id and e.published
        where a.exam_id not in (select exam_id from taken)
          and exists (select from portal.own_exams($1, v.user_id, v.now) o where o.exam_id = e.id)
        order by e.id, a.starts > v.now, a.starts
      )
    ) e
    order by open desc, window_start > v.now, window_end, id limit ${max}
  ) x`;
