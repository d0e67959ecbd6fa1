import { sql } from 'drizzle-orm';
import {
  composeLines,
  fillText,
  type MessageLang,
  type MessageText,
  type MessageValues,
} from '#src/contract/rules/message.ts';
import type { Translate } from '#src/i18n/format.ts';
import { getT } from '#src/i18n/server.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { composeMail, type MailLine, type MailMessage } from '#src/server/core/mail/message.ts';
import { allTemplates, builtInText } from './templates.ts';

/** The texts that an enterprise sends in a language. */
export type Texts = {
  /** Texts of notices, and all others of the portal. */
  t: Translate;
  /** Text of the enterprise; null: that of the portal. */
  own: (kind: string) => MessageText | null;
  /** @param footer paragraphs that stand below every text */
  mail: (kind: string, to: string, values: MessageValues, footer?: MailLine[]) => MailMessage;
  /** A text message. */
  sms: (kind: string, values: MessageValues) => string;
};

/**
 * Reads the texts of an enterprise, with one statement. Those of an enterprise that no operator vouches for are not used: whoever
 * registers one must not thereby write e-mails in the name of the portal (decision 078).
 */
export async function readTexts(db: TenantDb, enterpriseId: string, lang: MessageLang): Promise<Texts> {
  const { rows } = await db.execute<{ kind: string; text: MessageText }>(sql`
    select m.kind, m.texts->${lang} as text from message_template m
    where m.enterprise_id = ${enterpriseId} and m.texts ? ${lang} and ${isVouched}`);
  return textsOf(lang, new Map(rows.map(({ kind, text }) => [kind, text])));
}

/** SQL condition on `message_template` m: an operator vouches for its enterprise. */
const isVouched = sql`not exists (
  select from enterprise_info i where i.enterprise_id = m.enterprise_id and i.approved_at is null)`;

/** The texts of a language, of which some are replaced. */
export function textsOf(lang: MessageLang, replaced: ReadonlyMap<string, MessageText>): Texts {
  const t = getT(lang);
  const own = (kind: string) => replaced.get(kind) ?? null;
  const textOf = (kind: string, { count }: MessageValues) =>
    own(kind) ?? builtInText(kind, lang, typeof count === 'number' ? count : undefined);
  return {
    t: (key, values) => {
      const text = own(key);
      return text ? fillText(text.body, withoutNull(values)) : t(key, values);
    },
    own,
    mail: (kind, to, values, footer = []) => {
      const { subject, body } = textOf(kind, values);
      const lines = composeLines(body, allTemplates().get(kind)!.placeholders, values);
      return composeMail({ to, subject: fillText(subject ?? '', values), lines: [...lines, ...footer], locale: lang });
    },
    sms: (kind, values) => fillText(textOf(kind, values).body, values),
  };
}

const withoutNull = (values: Parameters<Translate>[1] = {}): MessageValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
