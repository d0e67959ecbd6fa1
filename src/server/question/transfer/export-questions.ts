import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { fileStore } from '#src/server/file/store.ts';
import { requireBank } from '../bank/access.ts';
import { matching } from '../edit/list-questions.ts';
import type { QuestionDraft, WrittenFile } from '../formats/draft.ts';
import { QUESTION_FILE_LIMITS } from '../formats/limits.ts';
import { writeTemplate } from '../formats/table/write-xlsx.ts';
import { mediaOf } from '../render-text.ts';
import { isCurrentVersion } from '../write-questions.ts';
import { mapTexts } from './import-content.ts';
import type { run } from './write-questions.task.ts';

type Input = OperationInput<'POST /exam/auth/question/download'>;

const WRITE = defineTask<typeof run>('#src/server/question/transfer/write-questions.task.ts', {
  slow: 'exportTooLarge',
  large: 'exportTooLarge',
});

const EXTENSIONS: Record<string, string> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
};

/**
 * Returns the questions of a bank, or those of a filtered list, as a file that can be imported again; with their pictures
 * and sound it is a zip.
 * @throws AppError 404, 409 as `requireBank`; 422 `exportEmpty`; 413 `exportTooLarge`; 429
 */
export async function exportQuestions(ctx: RequestContext & { viewer: Viewer }, { format, ...filter }: Input) {
  const { tenant, locale } = ctx;
  const { title, named, files } = await withTenant(tenant.id, (db) => readQuestions({ ...ctx, db }, filter));
  const written = await fileWork.run(
    WRITE,
    { format, drafts: named, files, locale },
    { owner: tenant.id, signal: ctx.signal() },
  );
  const audited = { bankId: filter.bankId, format, count: named.length };
  await withTenant(tenant.id, (db) => audit(db, ctx, 'question.exported', audited, { about: [filter.bankId] }));
  return sent(written, title);
}

async function readQuestions(ctx: Context, filter: Omit<Input, 'format'>) {
  const { db } = ctx;
  const { title } = await requireBank(ctx, filter.bankId);
  const { texts, answer, criteria } = questionVersion;
  const { id, code, type, difficulty, topic, tags, keepsOrder } = question;
  const rows = await db
    .select({ id, code, type, difficulty, topic, tags, keepsOrder, texts, answer, criteria })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(matching(ctx, filter))
    .orderBy(asc(question.code), asc(question.id))
    .limit(QUESTION_FILE_LIMITS.questions + 1);
  if (rows.length === 0) throw new AppError(422, 'exportEmpty');
  if (rows.length > QUESTION_FILE_LIMITS.questions) throw new AppError(413, 'exportTooLarge');
  const drafts = rows.map(({ id: storedId, ...row }): QuestionDraft => ({
    ...{ ...row, storedId },
    difficulty: row.difficulty as QuestionDraft['difficulty'],
    place: { file: '', line: null, item: row.code },
  }));
  return { title, ...(await withFiles(ctx, drafts)) };
}

/** Returns the template for importing questions, in the language of the viewer. */
export async function viewTemplate({ locale }: Context) {
  return sent(await writeTemplate(locale));
}

/** Texts name the files by a name in the archive instead of their address. */
async function withFiles({ db, tenant }: Context, drafts: QuestionDraft[]) {
  const ids = new Set<string>();
  for (const draft of drafts)
    mapTexts(draft, (text) => {
      for (const id of mediaOf(text)) ids.add(id);
      return text;
    });
  const files = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  if (ids.size === 0) return { named: drafts, files };
  const stored = await db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, tenant.id), inArray(file.id, [...ids])));
  if (stored.reduce((sum, { fileSize }) => sum + fileSize, 0) > QUESTION_FILE_LIMITS.unpacked)
    throw new AppError(413, 'exportTooLarge');
  const store = await fileStore();
  for (const { id, storeKey, contentType } of stored) {
    const extension = EXTENSIONS[contentType];
    if (!extension) continue;
    names.set(id, `media/${id}.${extension}`);
    files.set(`media/${id}.${extension}`, await store.getBytes(storeKey));
  }
  const rename = (text: string) =>
    text.replace(/\/media\/([0-9a-f-]{36})/g, (address, id: string) => names.get(id) ?? address);
  return { named: drafts.map((draft) => mapTexts(draft, rename)), files };
}

function sent({ name, mediaType, bytes }: WrittenFile, title?: string) {
  const extension = name.slice(name.lastIndexOf('.'));
  const fileName = title ? `${title.replace(/[\\/:*?"<>|]/g, ' ').trim()}${extension}` : name;
  return { fileName, mediaType, base64: Buffer.from(bytes).toString('base64') };
}
