import { rulesText } from '#src/server/policy/rules-sql.ts';

/*
 * SQL: parts of the dashboard's statement (server/home/home-query.ts). Of the viewer `v`: totals of the ledger, certificates that are
 * valid, check-ins of the week with the rules of points and rankings, and changes of certificates by hand that are unseen.
 */

export const TOTALS = `
  select coalesce(sum(total) filter (where kind = 'hours' and year = v.year), 0)::text as "annualHours",
         coalesce(sum(total) filter (where kind = 'hours'), 0)::text as "totalHours",
         coalesce(sum(total) filter (where kind = 'credits' and year = v.year), 0)::text as "annualCredits",
         coalesce(sum(total) filter (where kind = 'credits'), 0)::text as "totalCredits",
         coalesce(sum(total) filter (where kind = 'points' and year = v.year), 0)::text as "annualPoints",
         coalesce(sum(total) filter (where kind = 'points'), 0)::text as "totalPoints"
  from ledger_total where enterprise_id = $1 and user_id = v.user_id`;

export const newestCertificates = (max: number): string => `
  select count(*)::int as "certificateCount",
         coalesce(json_agg(json_build_object('id', id, 'certificateName', certificate_name, 'titles', titles, 'certificateNo', certificate_no,
                                             'gmtCreate', issued_at) order by issued_at desc, id desc)
                  filter (where held and place <= ${max}), '[]') as certificates
  from (
    select u.id, u.certificate_no, u.issued_at, u.certificate_name, u.titles, held,
           row_number() over (partition by held order by u.issued_at desc, u.id desc) as place
    from user_certificate u
    cross join lateral (select u.expires_at is null or u.expires_at > v.now as held) h
    where u.enterprise_id = $1 and u.user_id = v.user_id and u.revoked_at is null
  ) u`;

export const CHECK_INS = `
  select coalesce(json_agg(json_build_object('day', day, 'streak', streak) order by day), '[]') as "checkIns",
         ${rulesText('points', '$1')} as "pointRules", ${rulesText('rankings', '$1')} as "rankingRules"
  from check_in
  where enterprise_id = $1 and user_id = v.user_id
    and day between date_trunc('week', v.now at time zone $4)::date - 1 and (v.now at time zone $4)::date`;

export const certificateChanges = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'certificateName', certificate_name, 'titles', titles, 'change', unseen_change)
                           order by id desc), '[]') as "certificateChanges"
  from (
    select u.id, u.unseen_change, u.certificate_name, u.titles
    from user_certificate u
    where u.enterprise_id = $1 and u.user_id = v.user_id and u.unseen_change is not null
    order by u.id desc limit ${max}
  ) g`;
