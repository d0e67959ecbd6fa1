import { and, eq, getTableColumns, gte, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { question, questionBank, questionImport, type QuestionHtmls } from '#src/server/question/tables.ts';
import { requireBank } from '../bank/access.ts';
import type { Loss, Place, QuestionDraft } from '../formats/draft.ts';
import { reasonText } from '../formats/loss-text.ts';
import { readable } from '../formats/text.ts';
import { readMedia } from '../read-media.ts';
import { renderManyInThread } from '../render-in-thread.ts';
import { insertQuestions, insertVersions } from '../write-questions.ts';
import { classificationOf, planImport, type Step } from './plan-import.ts';
import { IMPORT_HOURS } from './upload-import.ts';

/** Questions whose import takes so long that its user may have gone on to something else: they are told when it has ended. */
export const TOLD_FROM = 200;

type Kind = 'similar' | 'add' | 'change' | 'unchanged' | 'skip' | 'loss';
const KINDS: Kind[] = ['similar', 'skip', 'loss', 'add', 'change', 'unchanged'];

async function readImport(ctx: Context, id: string) {
  const { db, tenant, viewer, now } = ctx;
  const { content: _, ...columns } = getTableColumns(questionImport);
  const [found] = await db
    .select({ ...columns, losses: sql<Loss[]>`${questionImport.content} -> 'losses'` })
    .from(questionImport)
    .where(
      and(
        eq(questionImport.enterpriseId, tenant.id),
        eq(questionImport.id, id),
        eq(questionImport.userId, viewer.userId),
        gte(questionImport.gmtCreate, new Date(now().getTime() - IMPORT_HOURS * 3_600_000)),
      ),
    );
  if (!found) throw notFound();
  const { title } = await requireBank(ctx, found.bankId);
  const drafts = await readDrafts(db, tenant.id, id);
  const plan = await planImport(db, { enterpriseId: tenant.id, bankId: found.bankId }, drafts);
  return { ...found, bankTitle: title, ...plan };
}

/** Reads the drafts by parts: rows are parsed as they arrive, in many turns. */
async function readDrafts(db: TenantDb, enterpriseId: string, id: string): Promise<QuestionDraft[]> {
  const { rows } = await db.execute<{ drafts: QuestionDraft[] }>(sql`
    select 0 as number, content -> 'drafts' as drafts from question_import
    where enterprise_id = ${enterpriseId} and id = ${id}
    union all
    select number, drafts from question_import_part
    where enterprise_id = ${enterpriseId} and import_id = ${id}
    order by number`);
  return rows.flatMap(({ drafts }) => drafts);
}

/**
 * Returns the report of an import as the bank is now: what the user has to choose first, what is not taken, then what is changed on
 * the way.
 * @throws AppError 404 for an import of somebody else, or one that was confirmed or has expired
 */
export async function viewImport(ctx: Context, input: OperationInput<'POST /exam/auth/question/import/view'>) {
  const found = await readImport(ctx, input.id);
  const t = getT(ctx.locale);
  const place = ({ file, line, item }: Place) =>
    [file, line === null ? null : t('question:place', { line }), item].filter((part) => part !== null).join(' · ');
  const stepAt = new Map(found.steps.map((step) => [keyOf(step.draft.place), step]));
  const lossRow = (loss: Loss, kind: Kind) => {
    const step = stepAt.get(keyOf(loss.place));
    return {
      ...{ kind, place: place(loss.place), stem: step ? stemOf(step, ctx.locale) : null, reason: reasonText(loss, t) },
      ...{ step: null, old: null },
    };
  };
  const stepRow = (step: Step, kind: Kind, at: number) => ({
    ...{ kind, place: place(step.draft.place), stem: stemOf(step, ctx.locale), reason: stepReason(step, t) },
    step: step.kind === 'similar' ? at : null,
    old: oldOf(step, ctx.locale),
  });
  // Rows are made of what is shown only: there may be 15,000.
  const all = [
    ...found.losses.map((loss) => {
      const kind: Kind = loss.kind === 'skipped' ? 'skip' : 'loss';
      return { kind, row: () => lossRow(loss, kind) };
    }),
    ...found.steps.map((step, at) => ({ kind: kindOf(step), row: () => stepRow(step, kindOf(step), at) })),
  ];
  const counts = Object.fromEntries(KINDS.map((each) => [each, all.filter(({ kind }) => kind === each).length]));
  const shown = all
    .filter(({ kind }) => !input.kind || kind === input.kind)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const { limit, offset } = slice(input);
  const rows = shown.slice(offset, offset + limit).map(({ row }) => row());
  const { id, bankId, bankTitle, fileName, reportHash } = found;
  return {
    ...{ id, bankId, bankTitle, fileName, reportHash },
    counts: counts as Record<Kind, number>,
    rows: paging(input, shown.length, rows),
  };
}

const keyOf = ({ file, line, item }: Place) => JSON.stringify([file, line, item]);

const kindOf = ({ kind }: Step): Kind => (kind === 'typeDiffers' || kind === 'repeated' ? 'skip' : kind);

function stepReason(step: Step, t: ReturnType<typeof getT>): string | null {
  if (step.kind === 'typeDiffers') return t('bank:import.typeDiffers', { code: step.code });
  if (step.kind === 'repeated') return t('bank:import.repeated');
  return 'hasTakenId' in step && step.hasTakenId ? t('bank:import.hasTakenId') : null;
}

/** The stored question that a step changes, or may change. */
const oldOf = (step: Step, locale: 'zh' | 'en') =>
  step.kind === 'similar' || step.kind === 'change'
    ? { code: step.before.code, stem: stemOf({ content: step.before }, locale) }
    : null;

function stemOf({ content: { texts } }: { content: Pick<Step['content'], 'texts'> }, locale: 'zh' | 'en'): string {
  const text = texts[locale] ?? texts.zh ?? texts.en;
  return readable(text!.stem.slice(0, 300).toWellFormed());
}

/**
 * Writes an import to its bank. What is similar to a question becomes a new one, unless the user chose to replace that one.
 * Simultaneous imports into one bank run one after the other. The texts are rendered before, because that may take long.
 * @throws AppError 404; 409 `importChanged` when the bank has changed since the report was shown; 413, 422 and 429 as
 *   `renderManyInThread`
 */
export async function confirmImport(ctx: RequestContext & { viewer: Viewer }, input: Confirmation) {
  const { tenant } = ctx;
  const { contents, media } = await withTenant(tenant.id, async (db) => {
    const { steps, reportHash: now } = await readImport({ ...ctx, db }, input.id);
    if (now !== input.reportHash) throw new AppError(409, 'importChanged');
    const contents = steps.filter(isWritten).map(({ content }) => content);
    return { contents, media: await readMedia(db, tenant.id, contents) };
  });
  const htmls = await renderManyInThread(ctx, contents, media);
  return withTenant(tenant.id, (db) => writeImport({ ...ctx, db }, input, htmls));
}

type Confirmation = OperationInput<'POST /exam/auth/question/import/confirm'>;

const isWritten = ({ kind }: Step) => kind === 'add' || kind === 'change' || kind === 'similar';

/** @param htmls rendered texts of the steps that are written: the same report has the same steps */
async function writeImport(ctx: Context, { id, reportHash, similar }: Confirmation, htmls: QuestionHtmls[]) {
  const { db, tenant, viewer, now } = ctx;
  await db.execute(sql`
    select 1 from question_bank b
    join question_import i on i.enterprise_id = b.enterprise_id and i.bank_id = b.id
    where i.enterprise_id = ${tenant.id} and i.id = ${id} and i.user_id = ${viewer.userId} for update of b`);
  const found = await readImport(ctx, id);
  if (found.reportHash !== reportHash) throw new AppError(409, 'importChanged');
  const { bankId } = found;
  let rendered = 0;
  const steps = found.steps.map((step) => ({ ...step, html: isWritten(step) ? htmls[rendered++] : undefined }));
  const written = { authorId: viewer.userId, now: now() };
  const except = new Set(similar?.except);
  const replaces = (at: number) => (similar?.replace ?? false) !== except.has(at);
  const added = steps.filter(({ kind }, at) => kind === 'add' || (kind === 'similar' && !replaces(at)));
  const ids = await insertQuestions(
    db,
    tenant.id,
    added.map(({ draft, code, content, html }) => ({
      ...content,
      ...written,
      ...classificationOf(draft),
      ...{ html, bankId, code },
    })),
  );
  const changed = steps.filter(
    (step, at): step is Changed => step.kind === 'change' || (step.kind === 'similar' && replaces(at)),
  );
  await changeStored(ctx, changed);
  await db
    .update(questionBank)
    .set({ gmtModified: now() })
    .where(and(eq(questionBank.enterpriseId, tenant.id), eq(questionBank.id, bankId)));
  await db.delete(questionImport).where(and(eq(questionImport.enterpriseId, tenant.id), eq(questionImport.id, id)));
  const result = { added: added.length, changed: changed.length };
  await audit(db, ctx, 'question.imported', { bankId, fileName: found.fileName, ...result }, { about: [bankId] });
  if (added.length + changed.length >= TOLD_FROM)
    await sendNotices(db, tenant.id, [
      {
        ...{ userId: viewer.userId, kind: 'import', detail: { event: 'questionsDone', title: found.fileName } },
        ...{ path: `/admin/questions/${bankId}`, source: `question-import:${id}`, at: now() },
      },
    ]);
  return { ...result, ids: ids.slice(0, MAX_ITEMS.gridRows) };
}

type Changed = Extract<Step, { before: object }> & { html: QuestionHtmls | undefined };

async function changeStored({ db, tenant, viewer, now }: Context, steps: Changed[]) {
  for (const { draft, before, hash } of steps)
    await db
      .update(question)
      .set({
        ...classificationOf(draft, before),
        version: before.version + (hash === before.hash ? 0 : 1),
        gmtModified: now(),
      })
      .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, before.id)));
  await insertVersions(
    db,
    tenant.id,
    steps
      .filter(({ hash, before }) => hash !== before.hash)
      .map(({ content, before, html }) => ({
        ...content,
        html,
        ...{ questionId: before.id, number: before.version + 1, authorId: viewer.userId, now: now() },
      })),
  );
}
