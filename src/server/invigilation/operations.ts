import { invigilation } from '#src/contract/invigilation.ts';
import { implement } from '#src/server/core/implement.ts';
import { addTime } from './add-time.ts';
import { submitForCandidate, voidAttempt } from './end-attempt.ts';
import { listControlledExams } from './list-exams.ts';
import { confirmMessage, listOwnMessages } from './own-messages.ts';
import { pageLog } from './page-log.ts';
import { pagePeople } from './page-people.ts';
import { saveInvigilators } from './save-invigilators.ts';
import { pauseAttempts, resumePaused } from './save-pause.ts';
import { sendMessage } from './send-message.ts';
import { viewRoom } from './view-room.ts';

export const invigilationOperations = implement(invigilation, {
  'POST /exam/auth/exam/control/page': listControlledExams,
  'GET /exam/auth/exam/control/view': viewRoom,
  'POST /exam/auth/exam/control/person/page': pagePeople,
  'POST /exam/auth/exam/control/log/page': pageLog,
  'POST /exam/auth/exam/control/message/send': sendMessage,
  'POST /exam/auth/exam/control/time/add': addTime,
  'PUT /exam/auth/exam/control/pause': pauseAttempts,
  'PUT /exam/auth/exam/control/resume': resumePaused,
  'POST /exam/auth/exam/control/attempt/submit': submitForCandidate,
  'POST /exam/auth/exam/control/attempt/void': voidAttempt,
  'PUT /exam/auth/exam/control/invigilator/save': saveInvigilators,
  'GET /exam/auth/user/exam/message/list': listOwnMessages,
  'PUT /exam/auth/user/exam/message/confirm': confirmMessage,
});
