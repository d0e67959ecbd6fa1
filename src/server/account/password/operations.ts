import { accountPassword } from '#src/contract/account-password.ts';
import { implement } from '#src/server/core/implement.ts';
import { changePassword } from './change-password.ts';
import { changeEmail, removeEmail } from '../change-email.ts';
import { changePhone } from '../change-phone.ts';
import { replacePassword } from './replace-password.ts';
import { resetPassword } from './reset-password.ts';
import { viewSecurity } from '../view-security.ts';

export const accountPasswordOperations = implement(accountPassword, {
  'PUT /user/api/user/info/reset/password': { ownTransaction: resetPassword },
  'POST /user/api/user/info/pwd/update': { ownTransaction: replacePassword },
  'PUT /user/auth/user/info/update/password': { ownTransaction: changePassword },
  'PUT /user/auth/user/info/update/phone': { ownTransaction: changePhone },
  'PUT /user/auth/user/info/update/email': { ownTransaction: changeEmail },
  'DELETE /user/auth/user/info/email/remove': { ownTransaction: removeEmail },
  'GET /user/auth/user/info/security/view': { ownTransaction: viewSecurity },
});
