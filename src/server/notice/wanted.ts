import { sql, type SQL } from 'drizzle-orm';
import { settings } from '#src/server/core/settings.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';

/*
 * Parts of statements that say who gets notices on a channel besides the portal. They need the rules of the enterprise as `r.rules`
 * (`noticeRules`), and the preference of the member as `p` (`left join reminder_preference p`).
 */

/** SQL: joins the rules of an enterprise for its notices, as `r`. */
export const noticeRules = (enterpriseId: string): SQL =>
  sql`cross join (select ${rulesSql('notices', enterpriseId)} as rules) r`;

/** SQL: the enterprise sends notices of a group on a channel to everybody. */
export const isRequired = (channel: SQL, group: SQL): SQL =>
  sql`coalesce((r.rules ->> (${channel} || '_' || ${group}))::boolean, false)`;

/** SQL: the member gets them, because the enterprise requires it or because they have chosen it. */
export const isWanted = (channel: SQL, group: SQL): SQL =>
  sql`(${isRequired(channel, group)} or coalesce((p.choices ->> (${channel} || '_' || ${group}))::boolean, false))`;

/** SQL: language and address of the portal in messages to a member: their own, else those of who wrote the rules. */
export const readerLocale = (enterpriseId: string): SQL =>
  sql`portal.offered_language(${enterpriseId}, coalesce(p.locale, r.rules ->> 'locale', 'zh'))`;
export const readerOrigin = (): SQL =>
  sql`coalesce(p.origin, r.rules ->> 'origin', ${settings().publicOrigin ?? `http://localhost:${settings().port}`})`;
