import { sql } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { Placeholder } from '#src/contract/rules/certificate-layout.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateText } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';

/** Months after which the certificate of a preview expires. */
const MONTHS = 36;
/** Class hours and credits of it: more have few courses. */
const AMOUNT = 1234.75;

/**
 * The values with which a template is hardest to fill: the longest name of a member, and the longest titles and issuers of the kinds that have the template, or of
 * all kinds if none has.
 */
export async function longestValues(
  { db, tenant, now }: Context,
  templateId: string,
  locale: Locale,
): Promise<Record<Placeholder, string>> {
  // Bytes: a Chinese character is wider than a Latin one.
  const longest = (text: ReturnType<typeof sql>) => sql`(
    select ${text} from certificate k where k.enterprise_id = ${tenant.id}
    order by (k.template_id = ${templateId}) desc nulls last, octet_length(${text}) desc, k.id limit 1)`;
  const title = sql`coalesce(nullif(k.titles ->> ${locale}, ''), nullif(k.titles ->> ${locale === 'zh' ? 'en' : 'zh'}, ''), k.certificate_name)`;
  const { rows } = await db.execute<{ name: string | null; title: string | null; issuer: string | null }>(sql`
    select (select u.user_name from enterprise_user u
            where u.enterprise_id = ${tenant.id} and u.user_type <> ${USER_TYPE.organisation}
            order by octet_length(u.user_name) desc nulls last, u.user_id limit 1) as name,
           ${longest(title)} as title, ${longest(sql`k.issuer`)} as issuer`);
  const { name, title: kind, issuer } = rows[0]!;
  const issued = now();
  const until = new Date(issued);
  until.setUTCMonth(until.getUTCMonth() + MONTHS);
  const date = (moment: Date) => dateText(moment, tenant.timeZone, locale);
  return {
    ...{ name: name ?? '', title: kind ?? '', issuer: issuer ?? tenant.name, enterprise: tenant.name },
    number: `${tenant.key.toUpperCase()}-${issued.getUTCFullYear()}-000000`,
    ...{ issuedOn: date(issued), validUntil: date(until) },
    ...{ hours: amountText(AMOUNT, locale), credits: amountText(AMOUNT, locale) },
  };
}
