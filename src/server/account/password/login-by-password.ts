import type { z } from 'zod';
import type { LoginByPassword } from '#src/contract/account.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { authenticateByPassword } from './authenticate-by-password.ts';
import { rememberBrowser } from '../code/known-browser.ts';
import { signIn } from '../sign-in.ts';

/**
 * Logs a user in to the enterprise of this host.
 * @throws AppError as `authenticateByPassword`; 409 `mustChangePassword` when the password is right but was set by
 *   somebody else
 */
export function loginByPassword(
  ctx: RequestContext,
  { phone, password, agreed, bind, ...picture }: z.output<typeof LoginByPassword>,
) {
  return authenticateByPassword(
    ctx,
    { phone, password, field: 'password', picture },
    async ({ id: userId, mustChangePassword }) => {
      if (mustChangePassword) throw new AppError(409, 'mustChangePassword');
      const session = await signIn(ctx, { userId, way: 'password', agreed, bind });
      rememberBrowser(ctx, phone);
      return session;
    },
  );
}
