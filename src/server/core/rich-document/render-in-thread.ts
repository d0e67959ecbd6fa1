import type { RichDocument } from '#src/contract/rich-document.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { run } from './render-document.task.ts';
import { renderDocument } from './render-document.ts';

const RENDER = defineTask<typeof run>('#src/server/core/rich-document/render-document.task.ts', {
  slow: 'textTooSlow',
  large: 'textTooSlow',
});
/** Documents up to this size as JSON without formulas are rendered faster than they are sent to another thread. */
const SHORT = 4_000;

/**
 * Renders a document as `renderDocument`, in another thread unless it is short.
 * @throws AppError 422 `textTooSlow`, 429 `workBusy`
 */
export async function renderDocumentInThread(
  { tenant, signal }: Pick<RequestContext, 'tenant' | 'signal'>,
  document: RichDocument,
): Promise<string> {
  const json = JSON.stringify(document);
  if (json.length <= SHORT && !json.includes('"latex"')) return renderDocument(document);
  return textWork.run(RENDER, document, { owner: tenant.id, signal: signal() });
}
