/** Days for which the dashboard shows an unseen decision. */
const DAYS = 30;

/** SQL: part of the dashboard's statement (server/home/home-query.ts): decided requests of the viewer `v`, unseen, latest first. */
export const unseenDecisions = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'state', state) order by decided_at desc, id), '[]') as decided
  from (
    select id, title, state, decided_at
    from flow_instance
    where enterprise_id = $1 and applicant_id = v.user_id and decided_at is not null and seen_at is null
      and decided_at > v.now - interval '${DAYS} days'
    order by decided_at desc, id limit ${max}
  ) f`;
