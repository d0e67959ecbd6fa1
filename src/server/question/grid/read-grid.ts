import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { reasonText } from '../formats/loss-text.ts';
import type { run } from './read-text.task.ts';

const READ = defineTask<typeof run>('#src/server/question/grid/read-text.task.ts', {
  slow: 'textTooSlow',
  large: 'textTooSlow',
});

/**
 * Reads questions from a text that was pasted, as an import reads a file.
 * @throws AppError 415, 422 when it contains none; 429
 */
export async function readGrid(
  ctx: RequestContext & { viewer: Viewer },
  { text }: OperationInput<'POST /exam/auth/question/grid/read'>,
) {
  const { tenant, locale } = ctx;
  const t = getT(locale);
  const { rows, losses } = await textWork.run(READ, { text, locale }, { owner: tenant.id, signal: ctx.signal() });
  const told = losses.map((loss) => ({
    place: loss.place.line === null ? '' : t('question:place', { line: loss.place.line }),
    text: reasonText(loss, t),
  }));
  return { rows: rows.slice(0, MAX_ITEMS.gridRows), losses: told.slice(0, MAX_ITEMS.gridRows) };
}
