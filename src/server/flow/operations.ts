import { flow } from '#src/contract/flow.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageDone, pageMyInstances, pageUndo } from './page-instances.ts';
import { seeDecisions } from './see-decisions.ts';
import type { FlowEffects } from './settle-instance.ts';
import { submitFlow } from './submit-flow.ts';
import { listLog, viewInstance } from './view-instance.ts';
import { withdraw } from './withdraw.ts';

/** @param effects what the domains do when a request of theirs is decided */
export const flowOperations = (effects: FlowEffects) =>
  implement(flow, {
    'POST /user/auth/flow/instance/undo': pageUndo,
    'POST /user/auth/flow/instance/done': pageDone,
    'POST /user/auth/flow/instance/myInstance': pageMyInstances,
    'GET /user/auth/flow/instance/view': viewInstance,
    'PUT /user/auth/flow/instance/see': seeDecisions,
    'POST /user/auth/flow/instance/log/list': listLog,
    'POST /user/auth/flow/instance/submitFlow': (ctx, input) => submitFlow(ctx, effects, input),
    'POST /user/auth/flow/instance/withdraw': (ctx, input) => withdraw(ctx, effects, input),
  });
