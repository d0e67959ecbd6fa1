import { account } from '#src/contract/account.ts';
import { implement } from '#src/server/http/implement.ts';
import { loginByPassword } from './login-by-password.ts';
import { logout } from './logout.ts';
import { viewCurrentUser } from './view-current-user.ts';

export const accountVerbs = implement(account, {
  'POST /user/api/user/info/login/pwd': { ownTransaction: loginByPassword },
  'PUT /user/auth/user/info/logout': logout,
  'GET /user/auth/enterprise/user/info/current/view': { ownTransaction: viewCurrentUser },
});
