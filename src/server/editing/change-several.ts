import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { type BulkAction, startBulk } from '#src/server/bulk/start-bulk.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { editingOf, lockItem, requireEditable } from './edited-item.ts';
import { coursesOf, projectsOf } from './list-things.ts';
import { publishItem } from './publish-item.ts';
import { saveDraft } from './save-draft.ts';

type Asked = OperationInput<'POST /system/auth/content/bulk/save'>;
type Kind = Asked['kind'];
type Given = { kind: Kind; categoryId?: string; lecturerId?: string };

/** Publishes what can be published now. @throws AppError 409 `bulkIncomplete` with the number of errors of the document */
async function publish(ctx: Context, kind: Kind, id: string, revision: number): Promise<void> {
  try {
    await publishItem(ctx, { kind, id, revision, restudy: false });
  } catch (error) {
    // The key of one field says nothing without the field.
    if (error instanceof AppError && error.fields.length > 0)
      throw new AppError(409, 'bulkIncomplete', { params: { count: error.fields.length } });
    throw error;
  }
}

/** Publishes the draft. @throws AppError as `publish`; 409 `bulkPublished` when nothing would change */
async function publishOne(ctx: Context, id: string, { kind }: Given): Promise<void> {
  const item = await lockItem(editingOf(ctx), kind, id);
  requireEditable(item);
  if (item.isPublished && item.row.draft === null) throw new AppError(409, 'bulkPublished');
  await publish(ctx, kind, id, item.row.revision);
}

/**
 * Gives one a category or a lecturer: in its draft, or, when learners see it as its editors do, as a new version.
 * @throws AppError 409 `bulkHasDraft` when other changes would be published with it; as `publish`
 */
async function changeOne(ctx: Context, id: string, { kind, ...values }: Given): Promise<void> {
  const item = await lockItem(editingOf(ctx), kind, id);
  requireEditable(item);
  const document = { ...item.document, ...values };
  if (Object.entries(values).every(([field, value]) => item.document[field] === value)) return;
  if (item.isPublished && item.row.draft !== null) throw new AppError(409, 'bulkHasDraft');
  const { revision } = item.row;
  const saved = await saveDraft(ctx, {
    kind,
    id,
    document,
    revision,
  } as OperationInput<'POST /system/auth/content/save'>);
  if (item.isPublished) await publish(ctx, kind, id, saved.revision);
}

const ACTIONS = {
  publish: { name: 'contentPublish', apply: publishOne },
  category: { name: 'contentCategory', apply: changeOne },
  lecturer: { name: 'contentLecturer', apply: changeOne },
} satisfies Record<Asked['action'], BulkAction>;

/** Changes of several courses or learning projects. */
export const CONTENT_CHANGES: readonly BulkAction[] = Object.values(ACTIONS);

/** The lists in which they are begun. */
const LISTS = { course: '/admin/courses', project: '/admin/projects' } as const;

/** @throws AppError 422 for a category or lecturer that does not exist */
async function checkGiven({ db, tenant }: Context, { categoryId, lecturerId }: Asked): Promise<void> {
  const { rows } = await db.execute<{ category: boolean; lecturer: boolean }>(sql`
    select exists (select from category g where g.enterprise_id = ${tenant.id} and g.id = ${categoryId ?? null}::uuid
             and g.deleted_at is null) as category,
           exists (select from lecturer l where l.enterprise_id = ${tenant.id} and l.id = ${lecturerId ?? null}::uuid) as lecturer`);
  const found = rows[0]!;
  const field = categoryId && !found.category ? 'categoryId' : lecturerId && !found.lecturer ? 'lecturerId' : null;
  if (field) throw new AppError(422, 'invalid', { fields: [{ field, key: 'field.notFound' }] });
}

/**
 * Begins to publish several courses or learning projects, or to give them a category or a lecturer. Those that cannot be changed stay as they
 * are, which the result says (docs/specification.md, section "Editing content").
 * @throws AppError 404 when one of them does not exist or is deleted; 409 `listChanged` when the filter finds another number than the user saw;
 *   422 for a category or lecturer that does not exist; 409 while another change runs
 */
export async function changeSeveral(ctx: Context, input: Asked) {
  const { ids, found, kind, action, categoryId, lecturerId } = input;
  await checkGiven(ctx, input);
  const { from } = (kind === 'course' ? coursesOf : projectsOf)(ctx, found?.filter ?? {});
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select t.id, coalesce(i.draft ->> 'title', t.title) as name from ${from}
      ${ids ? sql`and t.id = any (${sql.param(ids)}::uuid[])` : sql``}
    order by name, t.id limit ${(found?.count ?? ids!.length) + 1}`);
  if (found && rows.length !== found.count) throw new AppError(409, 'listChanged');
  if (ids && rows.length !== new Set(ids).size) throw new AppError(404, 'notFound');
  return startBulk(ctx, ACTIONS[action], {
    list: LISTS[kind],
    rows,
    input: { kind, ...(categoryId && { categoryId }), ...(lecturerId && { lecturerId }) },
  });
}
