import { flow } from '#src/contract/flow.ts';
import { implement } from '#src/server/core/implement.ts';
import { listChains, saveChain } from './chains.ts';
import { pageDone, pageMyInstances, pageUndo } from './page-instances.ts';
import { markDecisionsSeen } from './mark-decisions-seen.ts';
import { requestApprovalExport } from './request-approval-export.ts';
import type { FlowEffects } from './finish-instance.ts';
import { submitFlow } from './submit-flow.ts';
import { listLog, viewInstance } from './view-instance.ts';
import { withdraw } from './withdraw.ts';

/** @param effects what each domain does when a request of its type is decided */
export const flowOperations = (effects: FlowEffects) =>
  implement(flow, {
    'GET /user/auth/flow/chain/list': listChains,
    'PUT /user/auth/flow/chain/save': saveChain,
    'POST /user/auth/flow/instance/undo': pageUndo,
    'POST /user/auth/flow/instance/done': pageDone,
    'POST /user/auth/flow/instance/myInstance': pageMyInstances,
    'POST /user/auth/flow/instance/export': requestApprovalExport,
    'GET /user/auth/flow/instance/view': viewInstance,
    'PUT /user/auth/flow/instance/see': markDecisionsSeen,
    'POST /user/auth/flow/instance/log/list': listLog,
    'POST /user/auth/flow/instance/submitFlow': (ctx, input) => submitFlow(ctx, effects, input),
    'POST /user/auth/flow/instance/withdraw': (ctx, input) => withdraw(ctx, effects, input),
  });
