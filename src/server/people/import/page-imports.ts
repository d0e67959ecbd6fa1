import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { PEOPLE_FIELDS, type PeopleField } from '#src/contract/rules/people-import.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, readPage, slice } from '#src/server/core/db/paging.ts';
import { type FieldValues, personImport, personImportRow } from '../tables/import.ts';
import { findImport, visibleTo } from './find-import.ts';
import { hasSample } from './write-sample.ts';
import { noteText, reasonText, valueText } from './row-texts.ts';

/** Lists the imports that the viewer may see, the newest first. */
export async function pageImports(ctx: Context, input: OperationInput<'POST /people/auth/import/page'>) {
  const { id, fileName, source, state, counts, totalCount, doneCount, failedCount, gmtCreate, appliedAt, undoneAt } =
    personImport;
  // `totalCount` of a row is that of its work, not that of the list.
  const { list, ...page } = await readPage(input, async ({ limit, offset }) => {
    const rows = await ctx.db
      .select({
        row: {
          id,
          fileName,
          source,
          state,
          counts,
          totalCount,
          doneCount,
          failedCount,
          gmtCreate,
          appliedAt,
          undoneAt,
        },
        userName: enterpriseUser.userName,
        totalCount: sql<number>`count(*) over ()::int`,
      })
      .from(personImport)
      .innerJoin(
        enterpriseUser,
        and(eq(enterpriseUser.enterpriseId, personImport.enterpriseId), eq(enterpriseUser.userId, personImport.userId)),
      )
      .where(visibleTo(ctx))
      .orderBy(desc(id))
      .limit(limit)
      .offset(offset);
    return rows;
  });
  return { ...page, list: list.map(({ row, userName }) => ({ ...row, userName })), hasSample: await hasSample(ctx) };
}

/** Lists the rows of a plan in the order of the file; those who are missing come last. @throws AppError 404 */
export async function pageRows(ctx: Context, input: OperationInput<'POST /people/auth/import/row/page'>) {
  const { db, tenant, locale } = ctx;
  const { headings, columns, state, counts } = await findImport(ctx, input.id);
  const t = getT(locale);
  if (state === 'planning' || state === 'waiting') return paging(input, 0, []);
  const { kind, outcome, undone } = personImportRow;
  const isOutcome = {
    done: eq(outcome, 'done'),
    failed: eq(outcome, 'failed'),
    // Undone in part, or not at all.
    kept: ne(undone, 'done'),
  };
  const where = and(
    ...[eq(personImportRow.enterpriseId, tenant.id), eq(personImportRow.importId, input.id)],
    ...[input.kind && eq(kind, input.kind), input.outcome && isOutcome[input.outcome]],
  );
  const { limit, offset } = slice(input);
  const rows = await db
    .select()
    .from(personImportRow)
    .where(where)
    .orderBy(asc(personImportRow.number))
    .limit(limit)
    .offset(offset);
  // Counted when the plan was made.
  const known = input.outcome ? undefined : input.kind ? counts?.[input.kind] : counts && sumOf(counts);
  const list = rows.map((row) => ({
    ...row,
    kind: row.kind!,
    changes: changesOf(row, (values, field) => valueText(t, field, values[field])),
    reasons: row.reasons.map((reason) => ({
      field: reason.field,
      heading: headings[columns.indexOf(reason.field)] ?? null,
      text: reasonText(t, reason),
    })),
    note: noteText(t, row.note),
    undoNote: noteText(t, row.undoNote),
  }));
  return paging(input, known ?? (await db.$count(personImportRow, where)), list);
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The fields that a row changes, in their fixed order. */
function changesOf(
  { before, after }: { before: FieldValues; after: FieldValues },
  show: (values: FieldValues, field: PeopleField) => string | null,
) {
  return PEOPLE_FIELDS.filter((field) => field in after).map((field) => ({
    field,
    before: show(before, field),
    after: show(after, field),
  }));
}
