import type { LoginMethodName } from '#src/server/core/db/schema/account.ts';
import type { Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Whether somebody proved who they are to us, and not only to the provider of one enterprise (docs/decisions/014). */
export const isOwnProof = (way: LoginMethodName) => way !== 'wecom' && way !== 'dingtalk' && way !== 'oidc';

/**
 * For what reaches beyond this enterprise: its provider's word is not enough.
 * @throws AppError 403
 */
export function requireOwnProof({ way }: Viewer): void {
  if (!isOwnProof(way)) throw new AppError(403, 'ownProofNeeded');
}
