import type { z } from 'zod';
import type { LoginByPassword } from '#src/contract/account.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { proveByPassword } from './prove-by-password.ts';
import { signIn } from '../sign-in.ts';

/**
 * Signs a person in to the enterprise of this host (spec section 7, `login/pwd`).
 * @throws AppError what `proveByPassword` throws; 409 `mustChangePassword` for the right password when somebody else gave it
 */
export function loginByPassword(
  ctx: RequestContext,
  { phone, password, agreed, bind, ...picture }: z.output<typeof LoginByPassword>,
) {
  return proveByPassword(ctx, { phone, password, field: 'password', picture }, ({ id: userId, mustChangePassword }) => {
    if (mustChangePassword) throw new AppError(409, 'mustChangePassword');
    return signIn(ctx, { userId, way: 'password', agreed, bind });
  });
}
