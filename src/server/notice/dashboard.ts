/** Days for which the dashboard shows an unread notice. */
const DAYS = 30;

/** SQL: part of the dashboard's statement (server/home/home-query.ts): unread notices to the viewer `v` that a paper was marked, latest first. */
export const markedExams = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'title', detail ->> 'title', 'path', path)
                           order by gmt_create desc, id desc), '[]') as "markedExams"
  from (
    select id, detail, path, gmt_create from notice
    where enterprise_id = $1 and user_id = v.user_id and kind = 'examMarked' and read_at is null
      and gmt_create > v.now - interval '${DAYS} days'
    order by gmt_create desc, id desc limit ${max}
  ) m`;
