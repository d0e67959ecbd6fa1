import { decideNameChange } from '#src/server/account/name-change.ts';
import { accountPasswordOperations } from '#src/server/account/password/operations.ts';
import { accountOperations } from '#src/server/account/operations.ts';
import { accountWaysOperations } from '#src/server/account/login-methods/operations.ts';
import { announcementOperations } from '#src/server/announcement/operations.ts';
import { communityOperations } from '#src/server/community/operations.ts';
import { companyOperations } from '#src/server/company/operations.ts';
import { decideCourseRegistration, decideProjectRegistration } from '#src/server/course/decide-registration.ts';
import { courseProjectOperations } from '#src/server/course/project/operations.ts';
import { courseReactionOperations } from '#src/server/course/reaction/operations.ts';
import { courseOperations } from '#src/server/course/operations.ts';
import { examOperations } from '#src/server/exam/operations.ts';
import { exportOperations } from '#src/server/export/operations.ts';
import { fileOperations } from '#src/server/file/operations.ts';
import type { FlowEffects } from '#src/server/flow/settle-instance.ts';
import { flowOperations } from '#src/server/flow/operations.ts';
import { lecturerOperations } from '#src/server/lecturer/operations.ts';
import { rankingOperations } from '#src/server/ranking/operations.ts';
import { decideOrder } from '#src/server/order/decide-order.ts';
import { orderOperations } from '#src/server/order/operations.ts';
import { homeOperations } from '#src/server/home/operations.ts';
import { recordOperations } from '#src/server/record/operations.ts';
import { siteOperations, siteZoneOperations } from '#src/server/site/operations.ts';
import { searchOperations } from '#src/server/search/operations.ts';
import { decidePractice } from '#src/server/study/decide-practice.ts';
import { studyOperations } from '#src/server/study/operations.ts';
import type { Implementation } from '#src/server/core/implement.ts';

/** What follows from a decision, by what was requested. */
export const flowEffects: FlowEffects = {
  order: decideOrder,
  courseRegistration: decideCourseRegistration,
  projectRegistration: decideProjectRegistration,
  practicalOperation: decidePractice,
  nameChange: decideNameChange,
};

/** Every call that this portal answers. */
export const implementations: Implementation[] = [
  ...accountOperations,
  ...accountWaysOperations,
  ...companyOperations,
  ...accountPasswordOperations,
  ...siteOperations,
  ...siteZoneOperations,
  ...lecturerOperations,
  ...announcementOperations,
  ...communityOperations,
  ...courseOperations,
  ...courseReactionOperations,
  ...courseProjectOperations,
  ...studyOperations,
  ...examOperations,
  ...homeOperations,
  ...recordOperations,
  ...rankingOperations,
  ...exportOperations,
  ...fileOperations,
  ...flowOperations(flowEffects),
  ...orderOperations,
  ...searchOperations,
];

const byName = new Map(implementations.map((call) => [call.name as string, call]));

/** @throws Error when a page asks for a call that does not exist (a mistake of ours) */
export function implementationOf(name: string): Implementation {
  const call = byName.get(name);
  if (!call) throw new Error(`No such call: ${name}`);
  return call;
}
