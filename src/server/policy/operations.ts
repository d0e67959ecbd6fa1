import { policy } from '#src/contract/policy.ts';
import { implement } from '#src/server/core/implement.ts';
import { savePolicy, viewPolicies } from './policies.ts';

export const policyOperations = implement(policy, {
  'GET /user/auth/policy/view': viewPolicies,
  'PUT /user/auth/policy/save': savePolicy,
});
