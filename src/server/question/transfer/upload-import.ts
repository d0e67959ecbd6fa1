import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { questionImport, questionImportPart } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { turns } from '#src/server/core/turns.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { requireBank } from '../bank/access.ts';
import type { Loss } from '../formats/draft.ts';
import { findMedium, storeMedium } from '../store-medium.ts';
import type { ImportContent } from './import-content.ts';
import type { run as nameMedia } from './name-media.task.ts';
import type { ReadFile, run } from './read-questions.task.ts';

type Ctx = RequestContext & { viewer: Viewer };

const REFUSALS = { slow: 'questionFileTooSlow', large: 'questionFileTooMuch' };
const READ = defineTask<typeof run>('#src/server/question/transfer/read-questions.task.ts', REFUSALS);
const NAME = defineTask<typeof nameMedia>('#src/server/question/transfer/name-media.task.ts', REFUSALS);
const LIMIT = { limit: 60, seconds: 3600 };
/** How long a report waits for its confirmation. */
export const IMPORT_HOURS = 24;

/**
 * Reads a file of questions and stores what it contains; `viewImport` tells what it would change. The bank is not changed;
 * pictures and sound are stored already, because texts name them by their ids.
 * @throws AppError 404, 409 as `requireBank`; 413, 415, 422 when the file cannot be read, or takes too much time or memory; 429
 */
export async function uploadImport(ctx: Ctx, input: OperationInput<'POST /exam/auth/question/import/upload'>) {
  const { tenant, viewer, now } = ctx;
  const { bankId, lang = null, file } = input;
  await takeTry(`question-import:${viewer.userId}`, LIMIT);
  await withTenant(tenant.id, (db) => requireBank({ ...ctx, db }, bankId));
  const bytes = await bytesOf(file);
  const fileName = file.name.slice(-200) || 'questions';
  const read = await fileWork.run(
    READ,
    { bytes, file: fileName, language: lang },
    { owner: tenant.id, signal: ctx.signal(), transfer: [bytes.buffer] },
  );
  const { parts, losses } = await withStoredFiles(ctx, read);
  return withTenant(tenant.id, async (db) => {
    const { enterpriseId, userId, gmtCreate } = questionImport;
    const old = lt(gmtCreate, new Date(now().getTime() - IMPORT_HOURS * 3_600_000));
    // Reports that nobody will confirm any more: earlier ones of this user, and old ones.
    await db.delete(questionImport).where(and(eq(enterpriseId, tenant.id), or(old, eq(userId, viewer.userId))));
    const [stored] = await db
      .insert(questionImport)
      .values({
        ...{ enterpriseId: tenant.id, bankId, userId: viewer.userId, fileName, reportHash: '', gmtCreate: now() },
        content: { drafts: [], losses } satisfies ImportContent,
      })
      .returning({ id: questionImport.id });
    for (const [at, part] of parts.entries())
      await db.insert(questionImportPart).values({
        ...{ enterpriseId: tenant.id, importId: stored!.id, number: at + 1 },
        drafts: sql`convert_from(${part}::bytea, 'UTF8')::jsonb`,
      });
    return { id: stored!.id };
  });
}

/** Reads a file piece by piece, so that others run meanwhile. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  const turn = turns();
  let at = 0;
  for await (const piece of file.stream()) {
    bytes.set(piece, at);
    at += piece.length;
    await turn();
  }
  return bytes;
}

/** Stores the pictures and sounds of a file; texts name them by their address. What cannot be stored is a loss. */
async function withStoredFiles(ctx: Ctx, { parts, losses, media }: ReadFile) {
  const ids = new Map<string, string>();
  const more: Loss[] = [];
  for (const { name, place, bytes } of media)
    try {
      const known = await withTenant(ctx.tenant.id, (db) => findMedium(db, ctx.tenant.id, bytes, name));
      ids.set(name, known ?? (await storeMedium(ctx, Buffer.from(bytes.buffer))).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      more.push({ place, kind: 'changed', reason: 'fileMissing', values: { name } });
    }
  const transfer = parts.map(({ buffer }) => buffer);
  const options = { owner: ctx.tenant.id, signal: ctx.signal(), transfer };
  const named = ids.size > 0 ? await fileWork.run(NAME, { parts, ids }, options) : parts;
  return { parts: named, losses: [...losses, ...more] };
}
