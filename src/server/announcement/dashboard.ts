/** SQL: part of the dashboard's statement (server/home/home-query.ts): the newest announcements, and whether the viewer `v` has read them. */
export const newestAnnouncements = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'publishedAt', published_at, 'read', read)
                           order by published_at desc, id desc), '[]') as announcements
  from (
    select a.id, a.title, a.published_at, r.read_at is not null
           or coalesce(a.published_at <= m.read_until and a.id < portal.first_id(m.read_until), false) as read
    from announcement a
    left join announcement_read_mark m on m.enterprise_id = $1 and m.user_id = v.user_id
    left join announcement_user_record r
      on r.enterprise_id = a.enterprise_id and r.announcement_id = a.id and r.user_id = v.user_id
    where a.enterprise_id = $1 and a.published and a.published_at <= v.now and r.deleted_at is null
    order by a.published_at desc, a.id desc limit ${max}
  ) a`;
