import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { checkText, MESSAGE_LANGS, type MessageLang, type MessageText } from '#src/contract/rules/message.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween, type HistoryKind } from '#src/server/core/audit.ts';
import { confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { isVouchedFor } from '#src/server/core/sender-name.ts';
import { settings } from '#src/server/core/settings.ts';
import { maskEmail } from '#src/lib/email.ts';
import { exampleOf } from './example.ts';
import { messageTemplate } from './tables.ts';
import { allTemplates, builtInText, type Template } from './templates.ts';

/** Tests that a person may send themselves. */
const TESTS = { limit: 20, seconds: 3_600 };

const inLangs = <T>(valueOf: (lang: MessageLang) => T): Record<MessageLang, T> => ({
  zh: valueOf('zh'),
  en: valueOf('en'),
});

/** Lists the messages that the portal sends, in their order. There are fewer than a hundred, so that they are found here. */
export async function pageTemplates(
  { db, tenant }: Context,
  input: OperationInput<'POST /system/auth/message/template/page'>,
) {
  const stored = await db.select().from(messageTemplate).where(eq(messageTemplate.enterpriseId, tenant.id));
  const byKind = new Map(stored.map((row) => [row.kind, row]));
  const keyword = input.keyword?.toLowerCase() ?? '';
  const found = [...allTemplates().values()]
    .map(({ kind, channel }) => {
      const row = byKind.get(kind);
      const texts = inLangs((lang) => row?.texts[lang] ?? builtInText(kind, lang));
      const changed = MESSAGE_LANGS.filter((lang) => row?.texts[lang]);
      return { kind, channel, ...texts, changed, changedAt: changed.length > 0 ? row!.gmtModified : null };
    })
    .filter(({ channel, changed, zh, en }) => {
      if (input.channel && channel !== input.channel) return false;
      if (input.changed !== undefined && input.changed !== changed.length > 0) return false;
      return [zh, en].some(({ subject, body }) => `${subject ?? ''}\n${body}`.toLowerCase().includes(keyword));
    });
  const { limit, offset } = slice(input);
  return paging(input, found.length, found.slice(offset, offset + limit));
}

/** Returns a message with what its editor needs. @throws AppError 404 for a kind that does not exist */
export async function viewTemplate(ctx: Context, { kind }: { kind: string }) {
  const { db, tenant, origin } = ctx;
  const template = requireTemplate(kind);
  const row = await readRow(ctx, kind);
  const exampleIn = (lang: MessageLang) => exampleOf(db, template, lang, { enterpriseId: tenant.id, origin });
  const { sms, mail } = settings();
  return {
    ...template,
    builtIn: inLangs((lang) => builtInText(kind, lang)),
    texts: inLangs((lang) => row?.texts[lang] ?? null),
    example: { zh: await exampleIn('zh'), en: await exampleIn('en') },
    revision: row?.revision ?? 0,
    id: row?.id ?? null,
    test: !mail
      ? ('off' as const)
      : (await confirmedEmail(db, ctx.viewer.userId))
        ? ('ready' as const)
        : ('unconfirmed' as const),
    isOwnTextRefused: !(await isVouchedFor(db, tenant.id)),
    isFixedByProvider: template.channel === 'sms' && sms.provider === 'aliyun',
  };
}

/**
 * Replaces the texts of a message. One that is that of the portal is not stored, so that it follows the portal.
 * @throws AppError 404 for a kind that does not exist; 409 when somebody else has changed it, and while no operator vouches for
 *   the enterprise; 422 at `texts.{lang}.{field}` for a text that lacks an obligatory placeholder, or has an unknown one
 */
export async function saveTemplate(
  ctx: Context,
  { kind, revision, texts }: OperationInput<'PUT /system/auth/message/template/save'>,
) {
  const { db, tenant } = ctx;
  const template = requireTemplate(kind);
  if (!(await isVouchedFor(db, tenant.id))) throw new AppError(409, 'messagesNotVouched');
  requireValid(template, texts);
  const own: Partial<Record<MessageLang, MessageText>> = {};
  for (const lang of MESSAGE_LANGS) {
    const text = texts[lang] && normal(texts[lang], template);
    if (text && !isSame(text, builtInText(kind, lang))) own[lang] = text;
  }
  const row = await readRow(ctx, kind);
  const [saved] = row
    ? await db
        .update(messageTemplate)
        .set({ texts: own, revision: revision + 1, gmtModified: ctx.now() })
        .where(and(ofKind(ctx, kind), eq(messageTemplate.revision, revision)))
        .returning()
    : await db
        .insert(messageTemplate)
        .values({ enterpriseId: tenant.id, kind, texts: own, revision: 1, gmtModified: ctx.now() })
        .onConflictDoNothing()
        .returning();
  if (!saved || (!row && revision !== 0)) throw new AppError(409, 'contentChanged');
  const flat = (from: typeof own) => ({
    ...{ zhSubject: from.zh?.subject ?? null, zhBody: from.zh?.body ?? null },
    ...{ enSubject: from.en?.subject ?? null, enBody: from.en?.body ?? null },
  });
  const changes = changesBetween(flat(row?.texts ?? {}), flat(own), ['zhSubject', 'zhBody', 'enSubject', 'enBody']);
  await audit(db, ctx, 'message.textChanged', { kind, changes }, { about: [saved.id] });
  return { kind, id: saved.id, revision: saved.revision, texts: inLangs((lang) => own[lang] ?? null) };
}

/**
 * Sends a text to the viewer by e-mail, whatever its channel is.
 * @throws AppError 409 when the portal sends no e-mail or the viewer has no confirmed address; 422 as {@link saveTemplate}; 429
 */
export async function testTemplate(
  ctx: Context,
  { kind, lang, text }: OperationInput<'POST /system/auth/message/template/test'>,
) {
  const { db, tenant, viewer, origin } = ctx;
  const template = requireTemplate(kind);
  if (!(await isVouchedFor(db, tenant.id))) throw new AppError(409, 'messagesNotVouched');
  requireValid(template, { [lang]: text });
  const email = settings().mail && (await confirmedEmail(db, viewer.userId));
  if (!email) throw new AppError(409, 'noTestAddress');
  await takeTry(`message-test:${viewer.userId}`, TESTS);
  const data = { enterpriseId: tenant.id, userId: viewer.userId, kind, lang, origin, text: normal(text, template) };
  await sendJob(db, 'send-test-message', data);
  return { email: maskEmail(email) };
}

/** Editors read who changed a message. */
export const MESSAGE_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    const one = and(eq(messageTemplate.enterpriseId, tenant.id), eq(messageTemplate.id, id));
    if (scopeOf(viewer, 'content.manage') !== null || (await db.$count(messageTemplate, one)) === 0) throw notFound();
  },
};

function requireTemplate(kind: string): Template {
  const template = allTemplates().get(kind);
  if (!template) throw notFound();
  return template;
}

function requireValid(template: Template, texts: Partial<Record<MessageLang, MessageText | null>>): void {
  const fields = MESSAGE_LANGS.flatMap((lang) =>
    texts[lang]
      ? checkText(texts[lang], template).map(({ field, key }) => ({ field: `texts.${lang}.${field}`, key }))
      : [],
  );
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

const normal = ({ subject, body }: MessageText, { hasSubject }: Template): MessageText => ({
  subject: hasSubject ? (subject ?? '').trim() : null,
  body: body.replace(/\r\n?/g, '\n').trim(),
});
const isSame = (a: MessageText, b: MessageText) => a.subject === b.subject && a.body === b.body;

const ofKind = ({ tenant }: Context, kind: string) =>
  and(eq(messageTemplate.enterpriseId, tenant.id), eq(messageTemplate.kind, kind));
const readRow = async (ctx: Context, kind: string) =>
  (await ctx.db.select().from(messageTemplate).where(ofKind(ctx, kind)))[0];
