import { accountLoginMethods } from '#src/contract/account-login-methods.ts';
import { implement } from '#src/server/core/implement.ts';
import { continueLogin } from './continue-login.ts';
import { listIdentities } from './list-identities.ts';
import { listLoginMethods } from './list-login-methods.ts';
import { beginAttempt } from './login-attempt.ts';
import { listLoginSettings, saveLoginSetting } from './login-settings.ts';
import { returnFromApp, returnFromOidc } from './return-login.ts';
import { testLoginSetting } from './test-login-setting.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** The settings panel from which linking starts. */
const PANEL = { zh: '/account?change=4&settingType=4', en: '/en/account?change=4&settingType=4' };

export const accountLoginMethodOperations = implement(accountLoginMethods, {
  'GET /user/api/user/info/login/way/list': listLoginMethods,
  'POST /user/api/user/info/login/begin': {
    ownTransaction: (ctx, { provider, redirect, agreed }) => beginAttempt(ctx, { provider, redirect, agreed }),
  },
  'POST /user/api/user/info/login/ewx': { ownTransaction: returnFromApp },
  'POST /user/api/user/info/login/oidc': { ownTransaction: returnFromOidc },
  'POST /user/api/user/info/login/continue': { ownTransaction: continueLogin },
  'GET /user/auth/user/info/identity/list': listIdentities,
  'POST /user/auth/user/info/identity/begin': {
    ownTransaction: (ctx, { provider }) =>
      beginAttempt(ctx, { provider, redirect: PANEL[ctx.locale], userId: ctx.viewer.userId }),
  },
  'DELETE /user/auth/user/info/identity/unlink': unlinkIdentity,
  'GET /user/auth/enterprise/login/setting/list': listLoginSettings,
  'PUT /user/auth/enterprise/login/setting/save': saveLoginSetting,
  'POST /user/auth/enterprise/login/setting/test': { ownTransaction: testLoginSetting },
});
