import { accountFactorPolicy } from '#src/contract/account-factor-policy.ts';
import { accountFactor } from '#src/contract/account-factor.ts';
import { implement } from '#src/server/core/implement.ts';
import { accountPasskey } from '#src/contract/account-passkey.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { saveFactorPolicy, viewFactorPolicy } from './factor-policy.ts';
import { beginTotp, confirmTotp, removeTotp, renewCodes, viewFactor } from './own-factor.ts';
import { beginPasskey, loginByPasskey } from './login-by-passkey.ts';
import { addPasskey, beginAdding, listPasskeys, removePasskey } from './own-passkeys.ts';
import { proveAgain } from './recent-proof.ts';

export const accountFactorOperations = implement(accountFactor, {
  'POST /user/api/user/info/login/second': { ownTransaction: completeSignIn },
  'GET /user/auth/user/info/factor/view': { ownTransaction: viewFactor },
  'POST /user/auth/user/info/factor/prove': { ownTransaction: proveAgain },
  'POST /user/auth/user/info/totp/begin': { ownTransaction: beginTotp },
  'POST /user/auth/user/info/totp/confirm': { ownTransaction: confirmTotp },
  'DELETE /user/auth/user/info/totp/remove': { ownTransaction: removeTotp },
  'POST /user/auth/user/info/recovery/renew': { ownTransaction: renewCodes },
});

export const accountPasskeyOperations = implement(accountPasskey, {
  'POST /user/api/user/info/login/passkey/begin': { ownTransaction: beginPasskey },
  'POST /user/api/user/info/login/passkey': { ownTransaction: loginByPasskey },
  'GET /user/auth/user/info/passkey/list': { ownTransaction: listPasskeys },
  'POST /user/auth/user/info/passkey/begin': { ownTransaction: beginAdding },
  'POST /user/auth/user/info/passkey/add': { ownTransaction: addPasskey },
  'DELETE /user/auth/user/info/passkey/remove': { ownTransaction: removePasskey },
});

export const accountFactorPolicyOperations = implement(accountFactorPolicy, {
  'GET /user/auth/enterprise/factor/policy/view': viewFactorPolicy,
  'PUT /user/auth/enterprise/factor/policy/save': { ownTransaction: saveFactorPolicy },
});
