import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { requireBank } from '../bank/access.ts';
import { contentProblems } from '../check-content.ts';
import { contentHash, identityHash } from '../content-hash.ts';
import { reasonText } from '../formats/loss-text.ts';
import { readMedia } from '../read-media.ts';
import { renderManyInThread } from '../render-in-thread.ts';
import type { QuestionContent } from '../render-question.ts';
import { question, questionVersion, type QuestionHtmls } from '../tables.ts';
import { insertQuestions, insertVersions, isCurrentVersion } from '../write-questions.ts';
import { cellsOf, type Cells } from './cells.ts';
import { shownLanguage } from './page-grid.ts';
import type { ReadRow, run } from './read-rows.task.ts';

type Input = OperationInput<'POST /exam/auth/question/grid/save'>;
type Row = Input['rows'][number];
type Before = RequestContext & { viewer: Viewer };
type Stored = typeof question.$inferSelect & Pick<typeof questionVersion.$inferSelect, 'texts' | 'answer' | 'criteria'>;
type Result = {
  key: string;
  state: 'saved' | 'unchanged' | 'valid' | 'invalid' | 'conflict';
  id: string | null;
  version: number | null;
  /** As it is stored now, unless it is invalid. */
  cells: Cells | null;
  problems: { field: string; text: string }[];
};
/** A row that can be written. */
type Ready = { row: Row; read: ReadRow & { draft: object }; content: QuestionContent; before: Stored | undefined };

const READ = defineTask<typeof run>('#src/server/question/grid/read-rows.task.ts', {
  slow: 'textTooSlow',
  large: 'textTooSlow',
});

/**
 * Creates and changes the questions of rows of the grid: those that are right are stored in one transaction, each of the others has
 * its reasons by cell, and 409 of a single question is the state `conflict` of its row. The other language of a question, its
 * criteria, code and tags stay. With `check` nothing is stored.
 * @throws AppError 404, 409 as `requireBank`; 413, 422, 429 as `renderManyInThread`
 */
export async function saveGrid(before: Before, { bankId, rows, check }: Input): Promise<{ rows: Result[] }> {
  const { tenant } = before;
  await withTenant(tenant.id, (db) => requireBank({ ...before, db }, bankId));
  const asked = rows.map(({ cells, lang }) => ({ cells, lang }));
  const read = await textWork.run(READ, asked, { owner: tenant.id, signal: before.signal() });
  const { results, ready, media } = await withTenant(tenant.id, async (db) => {
    const judged = judge({ ...before, db }, rows, read, await readStored(db, tenant.id, bankId, rows));
    return {
      ...judged,
      media: await readMedia(
        db,
        tenant.id,
        judged.ready.map(({ content }) => content),
      ),
    };
  });
  const inOrder = () => ({ rows: rows.map(({ key }) => results.get(key)!) });
  if (check || ready.length === 0) return inOrder();
  const contents = ready.map(({ content }) => content);
  const htmls = await renderManyInThread(before, contents, media);
  await withTenant(tenant.id, (db) => write({ ...before, db }, bankId, ready, { htmls, results }));
  return inOrder();
}

async function readStored(db: TenantDb, enterpriseId: string, bankId: string, rows: Row[], isLocked = false) {
  const ids = rows.flatMap(({ id }) => id ?? []).sort();
  if (ids.length === 0) return new Map<string, Stored>();
  const { texts, answer, criteria } = questionVersion;
  const query = db
    .select({ ...getTableColumns(question), texts, answer, criteria })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(
      and(
        eq(question.enterpriseId, enterpriseId),
        eq(question.bankId, bankId),
        inArray(question.id, ids),
        isNull(question.deletedAt),
      ),
    )
    .orderBy(question.id);
  const found = await (isLocked ? query.for('update', { of: question }) : query);
  return new Map(found.map((row): [string, Stored] => [row.id, row]));
}

/** Says of each row what becomes of it. */
function judge(ctx: Context, rows: Row[], read: ReadRow[], stored: ReadonlyMap<string, Stored>) {
  const { locale } = ctx;
  const t = getT(locale);
  const results = new Map<string, Result>();
  const ready: Ready[] = [];
  rows.forEach((row, at) => {
    const { key, id = null } = row;
    const { draft, lang, problems } = read[at]!;
    const before = id === null ? undefined : stored.get(id);
    const invalid = (wrong: Result['problems']) =>
      results.set(key, { key, state: 'invalid', id, version: before?.version ?? null, cells: null, problems: wrong });
    if (id !== null && !before) return invalid([{ field: 'stem', text: t('errors:notFound') }]);
    if (before && before.version !== row.version) return results.set(key, conflictOf(key, before, locale));
    if (!draft) return invalid(problems.map(({ field, ...said }) => ({ field, text: reasonText(said, t) })));
    if (before && before.type !== draft.type) return invalid([{ field: 'type', text: t('bank:grid.typeStays') }]);
    const texts = { ...before?.texts, [lang]: draft.texts[lang] };
    const content = { type: draft.type, texts, answer: draft.answer, criteria: before?.criteria ?? [] };
    const wrong = contentProblems(content);
    if (wrong.length > 0)
      return invalid(
        wrong.map(({ field, key: said }) => ({
          field: field === 'options' ? 'option0' : field,
          // Its problems are those of fields.
          text: t(`errors:field.${said.slice('field.'.length) as 'required'}`),
        })),
      );
    ready.push({ row, read: { ...read[at]!, draft }, content, before });
    return results.set(key, { key, state: 'valid', id, version: before?.version ?? null, cells: null, problems: [] });
  });
  return { results, ready };
}

const conflictOf = (key: string, before: Stored, locale: 'zh' | 'en'): Result => ({
  ...{ key, state: 'conflict', id: before.id, version: before.version, problems: [] },
  cells: cellsOf(before, shownLanguage(before.texts, locale), locale),
});

type Written = { htmls: QuestionHtmls[]; results: Map<string, Result> };

async function write(ctx: Context, bankId: string, ready: Ready[], { htmls, results }: Written): Promise<void> {
  const { db, tenant, viewer, now, locale } = ctx;
  await requireBank(ctx, bankId);
  const stored = await readStored(
    db,
    tenant.id,
    bankId,
    ready.map(({ row }) => row),
    true,
  );
  const whole = ready.map((each, at) => {
    const { draft, lang } = each.read;
    const { difficulty, topic } = { difficulty: draft.difficulty ?? each.before?.difficulty ?? 1, topic: draft.topic };
    return { ...each, lang, difficulty, topic, html: htmls[at] };
  });
  const told = (each: (typeof whole)[number], state: 'saved' | 'unchanged', id: string, version: number) => {
    const { content, lang, difficulty, topic, row } = each;
    const cells = cellsOf({ ...content, difficulty, topic }, lang, locale);
    results.set(row.key, { key: row.key, state, id, version, cells, problems: [] });
  };
  const by = { authorId: viewer.userId, now: now() };
  const added = whole.filter(({ before }) => !before);
  const codes = await freeCodes(
    db,
    tenant.id,
    bankId,
    added.map(({ content }) => content),
  );
  const ids = await insertQuestions(
    db,
    tenant.id,
    added.map(({ content, difficulty, topic, html }, at) => ({
      ...{ ...content, bankId, code: codes[at]!, difficulty, topic, html, tags: [], ...by },
    })),
  );
  added.forEach((each, at) => told(each, 'saved', ids[at]!, 1));
  let changed = 0;
  for (const each of whole) {
    if (!each.before) continue;
    const current = stored.get(each.before.id);
    if (!current || current.version !== each.before.version) {
      // Saved by somebody else while the texts were rendered.
      if (current) results.set(each.row.key, conflictOf(each.row.key, current, locale));
      continue;
    }
    const { content, difficulty, topic, html } = each;
    const isSameContent = contentHash(current) === contentHash(content);
    if (isSameContent && current.difficulty === difficulty && current.topic === topic) {
      told(each, 'unchanged', current.id, current.version);
      continue;
    }
    const version = current.version + (isSameContent ? 0 : 1);
    await db
      .update(question)
      .set({ version, difficulty, topic, gmtModified: now() })
      .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, current.id)));
    if (!isSameContent)
      await insertVersions(db, tenant.id, [{ ...content, html, questionId: current.id, number: version, ...by }]);
    told(each, 'saved', current.id, version);
    changed += 1;
  }
  if (added.length + changed > 0)
    await audit(db, ctx, 'question.gridSaved', { bankId, added: added.length, changed }, { about: [bankId] });
}

/** Codes of new questions by their content, which no other question of the bank has. */
async function freeCodes(db: TenantDb, enterpriseId: string, bankId: string, contents: QuestionContent[]) {
  const wanted = contents.map((content) => `q-${identityHash(content).slice(0, 12)}`);
  const taken = await db
    .select({ code: question.code })
    .from(question)
    .where(
      and(
        eq(question.enterpriseId, enterpriseId),
        eq(question.bankId, bankId),
        inArray(question.code, wanted),
        isNull(question.deletedAt),
      ),
    );
  const used = new Set(taken.map(({ code }) => code));
  return wanted.map((code) => {
    let free = code;
    for (let number = 2; used.has(free); number += 1) free = `${code}-${number}`;
    used.add(free);
    return free;
  });
}
