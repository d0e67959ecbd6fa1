import { training } from '#src/contract/training.ts';
import { implement } from '#src/server/core/implement.ts';
import { addPerson, pageAddable } from './add-person.ts';
import { exportAttendance } from './attendance-export.ts';
import { bookSeat, cancelSeat } from './book-seat.ts';
import { confirmAttendance } from './confirm-attendance.ts';
import { correctAttendance, saveResults, signByHand } from './correct-attendance.ts';
import { listSessions, listSessionsOfViewer } from './list-sessions.ts';
import { listMaterials, saveMaterials } from './materials.ts';
import { pageWaiting } from './page-waiting.ts';
import { listRunResources, pageRunSessions, viewLive, viewRunSession } from './run-sessions.ts';
import { cancelSession, reopenSession } from './cancel-session.ts';
import { saveSession } from './save-session.ts';
import { signIn } from './sign-in.ts';

export const trainingOperations = implement(training, {
  'GET /course/api/training/session/list': listSessions,
  'GET /course/auth/training/session/list': listSessionsOfViewer,
  'POST /course/auth/training/seat/save': bookSeat,
  'POST /course/auth/training/seat/cancel': cancelSeat,
  'POST /course/auth/training/sign/save': { ownTransaction: signIn },
  'POST /course/auth/training/run/page': pageRunSessions,
  'GET /course/auth/training/run/view': viewRunSession,
  'GET /course/auth/training/run/live': viewLive,
  'GET /course/auth/training/resource/list': listRunResources,
  'POST /course/auth/training/session/save': saveSession,
  'POST /course/auth/training/session/cancel': cancelSession,
  'POST /course/auth/training/session/reopen': reopenSession,
  'POST /course/auth/training/run/people/page': pageAddable,
  'POST /course/auth/training/attendance/add': addPerson,
  'POST /course/auth/training/attendance/hand': signByHand,
  'POST /course/auth/training/attendance/correct': correctAttendance,
  'POST /course/auth/training/result/save': saveResults,
  'GET /course/auth/training/material/list': listMaterials,
  'POST /course/auth/training/material/save': saveMaterials,
  'POST /course/auth/training/attendance/confirm': confirmAttendance,
  'POST /course/auth/training/attendance/export': exportAttendance,
  'POST /course/auth/training/waiting/page': pageWaiting,
});
