import { decideNameChange } from '#src/server/account/name-change.ts';
import { accountPasswordVerbs } from '#src/server/account/password/password-verbs.ts';
import { accountVerbs } from '#src/server/account/verbs.ts';
import { accountWaysVerbs } from '#src/server/account/ways/ways-verbs.ts';
import { announcementVerbs } from '#src/server/announcement/verbs.ts';
import { communityVerbs } from '#src/server/community/verbs.ts';
import { companyVerbs } from '#src/server/company/verbs.ts';
import { decideCourseRegistration, decideProjectRegistration } from '#src/server/course/decide-registration.ts';
import { courseProjectVerbs } from '#src/server/course/project/project-verbs.ts';
import { courseReactionVerbs } from '#src/server/course/reaction/reaction-verbs.ts';
import { courseVerbs } from '#src/server/course/verbs.ts';
import { examVerbs } from '#src/server/exam/verbs.ts';
import { exportVerbs } from '#src/server/export/verbs.ts';
import { fileVerbs } from '#src/server/file/verbs.ts';
import type { FlowEffects } from '#src/server/flow/settle-instance.ts';
import { flowVerbs } from '#src/server/flow/verbs.ts';
import { lecturerVerbs } from '#src/server/lecturer/verbs.ts';
import { rankingVerbs } from '#src/server/ranking/verbs.ts';
import { decideOrder } from '#src/server/order/decide-order.ts';
import { orderVerbs } from '#src/server/order/verbs.ts';
import { homeVerbs } from '#src/server/home/verbs.ts';
import { recordVerbs } from '#src/server/record/verbs.ts';
import { siteVerbs, siteZoneVerbs } from '#src/server/site/verbs.ts';
import { searchVerbs } from '#src/server/search/verbs.ts';
import { decidePractice } from '#src/server/study/decide-practice.ts';
import { studyVerbs } from '#src/server/study/verbs.ts';
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
  ...accountVerbs,
  ...accountWaysVerbs,
  ...companyVerbs,
  ...accountPasswordVerbs,
  ...siteVerbs,
  ...siteZoneVerbs,
  ...lecturerVerbs,
  ...announcementVerbs,
  ...communityVerbs,
  ...courseVerbs,
  ...courseReactionVerbs,
  ...courseProjectVerbs,
  ...studyVerbs,
  ...examVerbs,
  ...homeVerbs,
  ...recordVerbs,
  ...rankingVerbs,
  ...exportVerbs,
  ...fileVerbs,
  ...flowVerbs(flowEffects),
  ...orderVerbs,
  ...searchVerbs,
];

const byName = new Map(implementations.map((call) => [call.name as string, call]));

/** @throws Error when a page asks for a call that does not exist (a mistake of ours) */
export function implementationOf(name: string): Implementation {
  const call = byName.get(name);
  if (!call) throw new Error(`No such call: ${name}`);
  return call;
}
