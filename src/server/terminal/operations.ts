import { terminalCalls } from '#src/contract/terminal.ts';
import { implement } from '#src/server/core/implement.ts';
import { exportBadges } from './badge-export.ts';
import { issueBadges, pageBadges, revokeBadge } from './badges.ts';
import { pagePeople } from './page-people.ts';
import { pageTerminalSignIns, viewTerminal } from './page-sign-ins.ts';
import { issuePins, savePin, unlockPin, viewPin } from './pins.ts';
import { issueCode, registerDevice, viewDevice } from './register.ts';
import { endTerminalSession, prolongTerminalSession, viewTerminalSession } from './session.ts';
import { loginAtTerminal } from './sign-in.ts';
import { pageTerminals, revokeTerminal, saveTerminal } from './terminals.ts';

export const terminalOperations = implement(terminalCalls, {
  'POST /user/auth/terminal/page': pageTerminals,
  'GET /user/auth/terminal/at/view': viewTerminal,
  'POST /user/auth/terminal/sign-in/page': pageTerminalSignIns,
  'POST /user/auth/terminal/save': saveTerminal,
  'POST /user/auth/terminal/code/issue': issueCode,
  'PUT /user/auth/terminal/revoke': revokeTerminal,
  'POST /user/auth/terminal/person/page': pagePeople,
  'POST /user/auth/terminal/pin/issue': { ownTransaction: issuePins },
  'PUT /user/auth/terminal/pin/unlock': unlockPin,
  'POST /user/auth/terminal/badge/issue': issueBadges,
  'PUT /user/auth/terminal/badge/revoke': revokeBadge,
  'POST /user/auth/terminal/badge/page': pageBadges,
  'POST /user/auth/terminal/badge/export': exportBadges,
  'POST /user/api/terminal/register': { ownTransaction: registerDevice },
  'GET /user/api/terminal/view': viewDevice,
  'POST /user/api/terminal/login': { ownTransaction: loginAtTerminal },
  'GET /user/auth/terminal/session/view': viewTerminalSession,
  'POST /user/auth/terminal/session/prolong': { ownTransaction: prolongTerminalSession },
  'PUT /user/auth/terminal/session/end': endTerminalSession,
  'GET /user/auth/pin/view': viewPin,
  'PUT /user/auth/pin/save': { ownTransaction: savePin },
});
