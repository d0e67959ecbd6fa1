import type { LoginMethodName } from '#src/server/account/tables/account.ts';
import type { Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/**
 * Whether the user was authenticated by the portal itself, not only by one enterprise's provider (docs/decisions/014).
 */
export const isPortalAuthenticated = (way: LoginMethodName) => way !== 'wecom' && way !== 'dingtalk' && way !== 'oidc';

/**
 * Protects operations with effects beyond this enterprise: its provider's authentication is not sufficient for them.
 * @throws AppError 403
 */
export function requirePortalAuthentication({ way }: Viewer): void {
  if (!isPortalAuthenticated(way)) throw new AppError(403, 'ownProofNeeded');
}
