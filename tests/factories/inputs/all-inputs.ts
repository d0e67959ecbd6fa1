import type { Call } from '#src/contract/calls.ts';
import type { Inputs } from '../scene.ts';
import { accountInputs } from './account-inputs.ts';
import { courseInputs } from './course-inputs.ts';
import { examInputs } from './exam-inputs.ts';
import { recordInputs } from './record-inputs.ts';
import { siteInputs } from './site-inputs.ts';

/** A valid input of every call of the contract, made for a scene. */
export const inputs: Inputs<Call> = {
  ...accountInputs,
  ...siteInputs,
  ...courseInputs,
  ...examInputs,
  ...recordInputs,
};
