import { enterpriseIds } from './enterprise-ids.ts';
import { deletingNow } from '#src/lib/system-clock.ts';
import { removeDeletedLabels } from '#src/server/community/label/delete-label.ts';
import { deleteOldBulk } from '#src/server/bulk/delete-old-bulk.ts';
import { deleteOldImports } from '#src/server/people/import/delete-old-imports.ts';
import { removeDeletedCategories } from '#src/server/course/edit/categories.ts';
import { removeDeletedRooms } from '#src/server/training/rooms.ts';
import { removeDeletedQuestions } from '#src/server/question/edit/change-questions.ts';
import { endOldExports } from '#src/server/export/end-old-exports.ts';

/** Seconds between sweeps. */
export const EXPORT_SWEEP_SECONDS = 600;

/**
 * Deletes old exports, results of bulk changes, and questions, labels, categories and rooms that cannot be restored any more, of all tenants. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepExports(onError: (error: unknown) => void, now = deletingNow()): Promise<void> {
  for (const id of await enterpriseIds()) {
    await endOldExports(id, now).catch(onError);
    await deleteOldBulk(id, now).catch(onError);
    await deleteOldImports(id, now).catch(onError);
    await removeDeletedQuestions(id, now).catch(onError);
    await removeDeletedCategories(id, now).catch(onError);
    await removeDeletedRooms(id, now).catch(onError);
    await removeDeletedLabels(id, now).catch(onError);
  }
}
