import { and, eq, lt, or } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { questionImport } from '#src/server/core/db/schema/question.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { turns } from '#src/server/core/turns.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { requireBank } from '../bank/access.ts';
import type { FormatResult, Loss, QuestionDraft } from '../formats/draft.ts';
import { mediaOf, replaceMedia } from '../formats/pictures.ts';
import { findMedium, storeMedium } from '../store-medium.ts';
import { planImport } from './plan-import.ts';
import type { run } from './read-questions.task.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** What is stored of a file until its import is confirmed. */
export type ImportContent = { drafts: QuestionDraft[]; losses: Loss[] };

const READ = defineTask<typeof run>('#src/server/question/transfer/read-questions.task.ts', {
  slow: 'questionFileTooSlow',
  large: 'questionFileTooMuch',
});
const LIMIT = { limit: 60, seconds: 3600 };
/** How long a report waits for its confirmation. */
export const IMPORT_HOURS = 24;

/**
 * Reads a file of questions and stores what it contains with the report of what it would change. The bank is not changed;
 * pictures and sound are stored already, because texts name them by their ids.
 * @throws AppError 404, 409 as `requireBank`; 413, 415, 422 when the file cannot be read, or takes too much time or memory; 429
 */
export async function uploadImport(ctx: Ctx, input: OperationInput<'POST /exam/auth/question/import/upload'>) {
  const { tenant, viewer, now } = ctx;
  const { bankId, lang = null, file } = input;
  await takeTry(`question-import:${viewer.userId}`, LIMIT);
  await withTenant(tenant.id, (db) => requireBank({ ...ctx, db }, bankId));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fileName = file.name.slice(-200) || 'questions';
  const read = await fileWork.run(
    READ,
    { bytes, file: fileName, language: lang },
    { owner: tenant.id, signal: ctx.signal() },
  );
  const content = await withStoredFiles(ctx, read);
  return withTenant(tenant.id, async (db) => {
    const { enterpriseId, userId, gmtCreate } = questionImport;
    const old = lt(gmtCreate, new Date(now().getTime() - IMPORT_HOURS * 3_600_000));
    // Reports that nobody will confirm any more: earlier ones of this user, and old ones.
    await db.delete(questionImport).where(and(eq(enterpriseId, tenant.id), or(old, eq(userId, viewer.userId))));
    const { reportHash } = await planImport(db, { enterpriseId: tenant.id, bankId }, content.drafts);
    const [stored] = await db
      .insert(questionImport)
      .values({
        ...{ enterpriseId: tenant.id, bankId, userId: viewer.userId },
        ...{ fileName, content, reportHash, gmtCreate: now() },
      })
      .returning({ id: questionImport.id });
    return { id: stored!.id };
  });
}

/** Stores the pictures and sounds of a file; texts name them by their address. What cannot be stored is a loss. */
async function withStoredFiles(ctx: Ctx, { drafts, losses, files }: FormatResult): Promise<ImportContent> {
  const ids = new Map<string, string>();
  const more: Loss[] = [];
  const used = new Map<string, QuestionDraft>();
  const turn = turns();
  for (const draft of drafts) {
    for (const name of textsOf(draft).flatMap(mediaOf)) if (!used.has(name)) used.set(name, draft);
    await turn();
  }
  for (const [name, draft] of used) {
    const bytes = files.get(name);
    if (!bytes) continue;
    try {
      const known = await withTenant(ctx.tenant.id, (db) => findMedium(db, ctx.tenant.id, bytes, name));
      ids.set(name, known ?? (await storeMedium(ctx, Buffer.from(bytes))).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      more.push({ place: draft.place, kind: 'changed', reason: 'fileMissing', values: { name } });
    }
  }
  const stored = (text: string) =>
    replaceMedia(text, (name) => (ids.has(name) ? `/media/${ids.get(name)}` : undefined));
  const named: QuestionDraft[] = [];
  for (const draft of drafts) {
    named.push(ids.size > 0 ? mapTexts(draft, stored) : draft);
    await turn();
  }
  return { drafts: named, losses: [...losses, ...more] };
}

const textsOf = ({ texts, type, answer }: QuestionDraft): string[] => [
  ...Object.values(texts).flatMap(({ stem, options, analysis }) => [
    stem,
    ...options.map(({ text }) => text),
    analysis ?? '',
  ]),
  ...(type === 'short' ? [answer as string] : []),
];

/** Applies a function to all texts of a question. */
export function mapTexts(draft: QuestionDraft, map: (text: string) => string): QuestionDraft {
  const texts = Object.entries(draft.texts).map(([lang, { stem, options, analysis }]) => [
    lang,
    {
      stem: map(stem),
      options: options.map(({ key, text }) => ({ key, text: map(text) })),
      analysis: analysis === null ? null : map(analysis),
    },
  ]);
  const answer = draft.type === 'short' ? map(draft.answer as string) : draft.answer;
  return { ...draft, texts: Object.fromEntries(texts) as QuestionDraft['texts'], answer };
}
