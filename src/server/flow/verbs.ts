import { flow } from '#src/contract/flow.ts';
import { implement } from '#src/server/http/implement.ts';
import { pageDone, pageMyInstances, pageUndo } from './page-instances.ts';
import { seeDecisions } from './see-decisions.ts';
import { submitFlow } from './submit-flow.ts';
import { listLog, viewInstance } from './view-instance.ts';
import { withdraw } from './withdraw.ts';

export const flowVerbs = implement(flow, {
  'POST /user/auth/flow/instance/undo': pageUndo,
  'POST /user/auth/flow/instance/done': pageDone,
  'POST /user/auth/flow/instance/myInstance': pageMyInstances,
  'GET /user/auth/flow/instance/view': viewInstance,
  'PUT /user/auth/flow/instance/see': seeDecisions,
  'POST /user/auth/flow/instance/log/list': listLog,
  'POST /user/auth/flow/instance/submitFlow': submitFlow,
  'POST /user/auth/flow/instance/withdraw': withdraw,
});
