import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { question, questionVersion, type QuestionHtmls, type QuestionTexts } from '#src/server/question/tables.ts';
import { requireBank } from '../bank/access.ts';
import { contentProblems } from '../check-content.ts';
import { contentHash, identityHash } from '../content-hash.ts';
import { readMedia } from '../read-media.ts';
import { renderInThread } from '../render-in-thread.ts';
import type { QuestionContent } from '../render-question.ts';
import { insertQuestions, insertVersions } from '../write-questions.ts';
import { signAll } from './list-questions.ts';

type Input = OperationInput<'POST /exam/auth/question/save'>;
/** A context before its transaction. */
type Before = RequestContext & { viewer: Viewer };
type Rendered = QuestionContent & { html: QuestionHtmls };

/** Texts of a language that is left out are not stored as undefined. */
function contentOf({ type, texts, answer, criteria }: Pick<Input, keyof QuestionContent>): QuestionContent {
  const given: QuestionTexts = {};
  for (const lang of ['zh', 'en'] as const) if (texts[lang]) given[lang] = texts[lang];
  return { type, texts: given, answer, ...(criteria && { criteria }) };
}

/**
 * Creates a question, or stores a new version of it if texts, answer or criteria have changed. The type of a question does not change.
 * @throws AppError 404; 409 `questionChanged` when somebody has stored another version since; 409 `questionCodeTaken`; 422; 429
 */
export async function saveQuestion(before: Before, input: Input) {
  const { tenant } = before;
  const content = contentOf(input);
  const fields = contentProblems(content);
  const media = await withTenant(tenant.id, async (db) => {
    await requireBank({ ...before, db }, input.bankId);
    if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
    return readMedia(db, tenant.id, [content]);
  });
  const rendered = { ...content, html: await renderInThread(before, content, media) };
  return withTenant(tenant.id, async (db) => {
    const ctx = { ...before, db };
    await requireBank(ctx, input.bankId);
    const saved = input.id ? await change(ctx, input.id, input, rendered) : await create(ctx, input, rendered);
    await audit(db, ctx, 'question.saved', { ...saved, bankId: input.bankId }, { about: [saved.id, input.bankId] });
    return saved;
  });
}

async function create({ db, tenant, viewer, now }: Context, input: Input, content: Rendered) {
  const { bankId, difficulty, topic, tags, keepsOrder } = input;
  const code = input.code ?? `q-${identityHash(content).slice(0, 12)}`;
  const ofBank = and(
    eq(question.enterpriseId, tenant.id),
    eq(question.bankId, bankId),
    eq(question.code, code),
    isNull(question.deletedAt),
  );
  if ((await db.$count(question, ofBank)) > 0)
    throw new AppError(409, 'questionCodeTaken', { fields: [{ field: 'code', key: 'field.codeTaken' }] });
  const [id] = await insertQuestions(db, tenant.id, [
    {
      ...{ ...content, bankId, code, difficulty, topic, keepsOrder, tags: [...new Set(tags)] },
      ...{ authorId: viewer.userId, now: now() },
    },
  ]);
  return { id: id!, version: 1 };
}

async function change({ db, tenant, viewer, now }: Context, id: string, input: Input, given: Rendered) {
  const [before] = await db
    .select()
    .from(question)
    .where(
      and(
        eq(question.enterpriseId, tenant.id),
        eq(question.id, id),
        eq(question.bankId, input.bankId),
        isNull(question.deletedAt),
      ),
    )
    .for('update');
  if (!before) throw notFound();
  if (before.version !== input.version) throw new AppError(409, 'questionChanged');
  if (before.type !== given.type)
    throw new AppError(422, 'invalid', { fields: [{ field: 'type', key: 'field.invalid' }] });
  const [current] = await db
    .select()
    .from(questionVersion)
    .where(
      and(
        eq(questionVersion.enterpriseId, tenant.id),
        eq(questionVersion.questionId, id),
        eq(questionVersion.number, before.version),
      ),
    );
  const content = { ...given, criteria: given.criteria ?? current!.criteria };
  const isSame = contentHash({ ...current!, type: before.type }) === contentHash(content);
  const version = before.version + (isSame ? 0 : 1);
  const { difficulty, topic, tags, keepsOrder = before.keepsOrder } = input;
  await db
    .update(question)
    .set({ version, difficulty, topic, keepsOrder, tags: [...new Set(tags)], gmtModified: now() })
    .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, id)));
  if (!isSame)
    await insertVersions(db, tenant.id, [
      { ...content, questionId: id, number: version, authorId: viewer.userId, now: now() },
    ]);
  return { id, version };
}

/** Renders the texts of a question as they would be stored. @throws AppError 422, 429 as `renderInThread` */
export async function previewQuestion(ctx: Before, input: OperationInput<'POST /exam/auth/question/preview'>) {
  const { tenant, now } = ctx;
  const content = contentOf(input);
  const media = await withTenant(tenant.id, (db) => readMedia(db, tenant.id, [content]));
  return { html: signAll(await renderInThread(ctx, content, media), tenant.id, now()) };
}
