import type { OperationInput } from '#src/contract/calls.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { regionsUnder } from './regions.ts';

/**
 * Lists the regions directly below another one; empty for a county.
 * @throws AppError 404 for an unknown code
 */
export async function listRegions(
  { locale }: Pick<PublicContext, 'locale'>,
  { parentCode }: OperationInput<'POST /system/api/region/list'>,
) {
  const list = await regionsUnder(parentCode, locale);
  if (!list) throw notFound();
  return list;
}
