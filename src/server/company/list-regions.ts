import type { OperationInput } from '#src/contract/calls.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { regionsUnder } from './regions.ts';

/**
 * Regions for a form to choose from, level by level (spec section 7, `region/list`). A county has none under it: an empty
 * list.
 * @throws AppError 404 for a code that does not exist
 */
export async function listRegions(
  { locale }: Pick<PublicContext, 'locale'>,
  { parentCode }: OperationInput<'POST /system/api/region/list'>,
) {
  const list = await regionsUnder(parentCode, locale);
  if (!list) throw notFound();
  return list;
}
