import { rehearsal } from '#src/contract/rehearsal.ts';
import { implement } from '#src/server/core/implement.ts';
import { startRehearsal } from './start-rehearsal.ts';
import { stopRehearsal } from './stop-rehearsal.ts';
import { viewRehearsals } from './view-rehearsals.ts';

export const rehearsalOperations = implement(rehearsal, {
  'GET /exam/auth/exam/rehearsal/view': viewRehearsals,
  'POST /exam/auth/exam/rehearsal/start': startRehearsal,
  'PUT /exam/auth/exam/rehearsal/stop': stopRehearsal,
});
