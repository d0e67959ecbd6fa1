import { account } from '#src/contract/account.ts';
import { accountInvitation } from '#src/contract/account-invitation.ts';
import { accountPreference } from '#src/contract/account-preference.ts';
import { accountRole } from '#src/contract/account-role.ts';
import { administrator } from '#src/contract/administrator.ts';
import { implement } from '#src/server/core/implement.ts';
import { acceptInvitation, viewInvitation } from './invitation/accept-invitation.ts';
import { endOtherSessions, endSession } from './session/end-session.ts';
import { getPictureCode } from './code/picture/get-picture-code.ts';
import { listConsents } from './list-consents.ts';
import { listSessions } from './session/list-sessions.ts';
import { loginByCode } from './code/login-by-code.ts';
import { loginByPassword } from './password/login-by-password.ts';
import { logout } from './session/logout.ts';
import { pageAdministrators, saveAdministrator } from './person/administrators.ts';
import { grantRole, pageRoles, revokeRole } from './person/roles.ts';
import { savePreference, viewPreference } from './preference.ts';
import { sendCode, sendOwnCode } from './code/send-code.ts';
import { pageOwnSignIns } from './session/sign-in-history.ts';
import { updateEnterpriseUser } from './update-enterprise-user.ts';
import { viewCurrentUser } from './view-current-user.ts';

export const accountOperations = implement(account, {
  'POST /user/api/user/info/login/pwd': { ownTransaction: loginByPassword },
  'POST /user/api/user/info/login/verification/code': { ownTransaction: loginByCode },
  'POST /user/api/user/info/send/verification/code': { ownTransaction: sendCode },
  'POST /user/auth/user/info/send/verification/code': { ownTransaction: sendOwnCode },
  'GET /user/api/user/info/get/image/verification/code': { ownTransaction: getPictureCode },
  'PUT /user/auth/user/info/logout': logout,
  'GET /user/auth/enterprise/user/info/current/view': { ownTransaction: viewCurrentUser },
  'PUT /user/auth/enterprise/user/info/update': { ownTransaction: updateEnterpriseUser },
  'GET /user/auth/user/info/session/list': listSessions,
  'DELETE /user/auth/user/info/session/end': endSession,
  'DELETE /user/auth/user/info/session/end/others': endOtherSessions,
  'POST /user/auth/user/info/sign-in/page': pageOwnSignIns,
  'GET /user/auth/user/info/consent/list': listConsents,
});

export const administratorOperations = implement(administrator, {
  'POST /user/auth/enterprise/administrator/page': pageAdministrators,
  'PUT /user/auth/enterprise/administrator/save': saveAdministrator,
});

export const accountRoleOperations = implement(accountRole, {
  'POST /user/auth/enterprise/role/page': pageRoles,
  'POST /user/auth/enterprise/role/grant': grantRole,
  'DELETE /user/auth/enterprise/role/revoke': revokeRole,
});

export const accountInvitationOperations = implement(accountInvitation, {
  'POST /user/api/user/info/invitation/view': { ownTransaction: viewInvitation },
  'POST /user/api/user/info/invitation/accept': { ownTransaction: acceptInvitation },
});

export const accountPreferenceOperations = implement(accountPreference, {
  'GET /user/auth/user/info/preference/view': viewPreference,
  'PUT /user/auth/user/info/preference/save': savePreference,
});
