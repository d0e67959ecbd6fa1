import { analysisOperations } from '#src/server/analysis/operations.ts';
import { decideAppeal } from '#src/server/appeal/decide-appeal.ts';
import { appealOperations } from '#src/server/appeal/operations.ts';
import { decideNameChange } from '#src/server/account/name-change.ts';
import {
  accountFactorOperations,
  accountFactorPolicyOperations,
  accountPasskeyOperations,
} from '#src/server/account/factor/operations.ts';
import { accountPasswordOperations } from '#src/server/account/password/operations.ts';
import {
  accountInvitationOperations,
  accountOperations,
  accountPreferenceOperations,
  accountRoleOperations,
  administratorOperations,
} from '#src/server/account/operations.ts';
import { accountLoginMethodOperations } from '#src/server/account/login-methods/operations.ts';
import { announcementOperations } from '#src/server/announcement/operations.ts';
import { communityCommentOperations } from '#src/server/community/comment/operations.ts';
import { communityDraftOperations } from '#src/server/community/draft/operations.ts';
import { communityLabelOperations } from '#src/server/community/label/operations.ts';
import { communityModerationOperations } from '#src/server/community/moderation/operations.ts';
import { communityPostOperations } from '#src/server/community/post/operations.ts';
import { companyOperations } from '#src/server/company/operations.ts';
import { centreOperations } from '#src/server/centre/operations.ts';
import { decideCourseRegistration, decideProjectRegistration } from '#src/server/course/decide-registration.ts';
import { courseProjectOperations } from '#src/server/course/project/operations.ts';
import { courseReactionOperations } from '#src/server/course/reaction/operations.ts';
import { courseOperations } from '#src/server/course/operations.ts';
import {
  announcementEditingOperations,
  editingListOperations,
  courseImportOperations,
  editingOperations,
} from '#src/server/editing/operations.ts';
import { evaluationOperations } from '#src/server/evaluation/operations.ts';
import {
  examAccommodationOperations,
  examChoicesOperations,
  examAdminOperations,
  examEvidenceOperations,
  examOperations,
  examHallOperations,
} from '#src/server/exam/operations.ts';
import { exportOperations } from '#src/server/export/operations.ts';
import { fileOperations } from '#src/server/file/operations.ts';
import type { FlowEffects } from '#src/server/flow/finish-instance.ts';
import { mediaOperations } from '#src/server/media/operations.ts';
import { flowOperations } from '#src/server/flow/operations.ts';
import { invigilationOperations } from '#src/server/invigilation/operations.ts';
import { rehearsalOperations } from '#src/server/rehearsal/operations.ts';
import {
  requirementEvidenceOperations,
  requirementMessageOperations,
  requirementOperations,
} from '#src/server/requirement/operations.ts';
import { liveHostOperations, liveOperations } from '#src/server/live/operations.ts';
import { lecturerOperations } from '#src/server/lecturer/operations.ts';
import { organisationOperations } from '#src/server/organisation/operations.ts';
import { peopleInvitationOperations, peopleMergeOperations, peopleOperations } from '#src/server/people/operations.ts';
import { rankingOperations } from '#src/server/ranking/operations.ts';
import { questionOperations } from '#src/server/question/operations.ts';
import { decideErasure, privacyOperations } from '#src/server/privacy/operations.ts';
import { questionnaireOperations } from '#src/server/questionnaire/operations.ts';
import { decideOrder } from '#src/server/order/decide-order.ts';
import { decidePurchase } from '#src/server/order/decide-purchase.ts';
import { peopleImportOperations } from '#src/server/people/import/operations.ts';
import { contactSyncOperations } from '#src/server/people/sync/operations.ts';
import { practiceOperations } from '#src/server/practice/operations.ts';
import {
  markingAppealOperations,
  markingOperations,
  markingRegradeOperations,
} from '#src/server/marking/operations.ts';
import { noticeOperations } from '#src/server/notice/operations.ts';
import { orderOperations } from '#src/server/order/operations.ts';
import { homeOperations } from '#src/server/home/operations.ts';
import { decideIssue, decideRenew, decideRevoke } from '#src/server/record/certificate/decide-certificate.ts';
import { decideCorrect } from '#src/server/record/certificate/decide-correct.ts';
import { certificateOperations } from '#src/server/record/certificate/operations.ts';
import { statementOperations } from '#src/server/record/statement/operations.ts';
import { policyOperations } from '#src/server/policy/operations.ts';
import { recordOperations } from '#src/server/record/operations.ts';
import { certificateTemplateOperations } from '#src/server/record/template/operations.ts';
import { siteOperations, siteZoneOperations } from '#src/server/site/operations.ts';
import { searchOperations } from '#src/server/search/operations.ts';
import { decidePracticalOperation } from '#src/server/study/decide-practical-operation.ts';
import { coachingOperations } from '#src/server/coaching/operations.ts';
import { documentOperations } from '#src/server/document/operations.ts';
import { studyNoteOperations } from '#src/server/study/note/operations.ts';
import { studyOperations, studyQuestionOperations, studyTaskOperations } from '#src/server/study/operations.ts';
import { calendarOperations } from '#src/server/calendar/operations.ts';
import { calendarFeedOperations } from '#src/server/calendar-feed/operations.ts';
import { bulkOperations } from '#src/server/bulk/operations.ts';
import { reportOperations } from '#src/server/report/operations.ts';
import { auditLogOperations, historyOperations } from '#src/server/history/operations.ts';
import { messageOperations } from '#src/server/message/operations.ts';
import { savedViewOperations } from '#src/server/saved-view/operations.ts';
import { studyRoomOperations } from '#src/server/study/room/operations.ts';
import { terminalOperations } from '#src/server/terminal/operations.ts';
import { trainingOperations } from '#src/server/training/operations.ts';
import type { Implementation } from '#src/server/core/implement.ts';

/** The function that applies a decision, by type of request. */
export const flowEffects: FlowEffects = {
  order: decideOrder,
  purchase: decidePurchase,
  courseRegistration: decideCourseRegistration,
  projectRegistration: decideProjectRegistration,
  practicalOperation: decidePracticalOperation,
  nameChange: decideNameChange,
  memberErasure: decideErasure,
  certificateIssue: decideIssue,
  certificateRevoke: decideRevoke,
  certificateRenew: decideRenew,
  certificateCorrect: decideCorrect,
  appeal: decideAppeal,
};

/** All calls of the portal with their implementations. */
export const implementations: Implementation[] = [
  ...accountOperations,
  ...accountPreferenceOperations,
  ...accountInvitationOperations,
  ...administratorOperations,
  ...accountRoleOperations,
  ...organisationOperations,
  ...peopleOperations,
  ...peopleInvitationOperations,
  ...peopleMergeOperations,
  ...privacyOperations,
  ...terminalOperations,
  ...accountLoginMethodOperations,
  ...companyOperations,
  ...accountPasswordOperations,
  ...accountFactorOperations,
  ...accountFactorPolicyOperations,
  ...accountPasskeyOperations,
  ...siteOperations,
  ...siteZoneOperations,
  ...lecturerOperations,
  ...announcementOperations,
  ...communityCommentOperations,
  ...communityLabelOperations,
  ...communityPostOperations,
  ...communityDraftOperations,
  ...communityModerationOperations,
  ...courseOperations,
  ...courseReactionOperations,
  ...courseProjectOperations,
  ...studyOperations,
  ...studyQuestionOperations,
  ...studyTaskOperations,
  ...studyRoomOperations,
  ...studyNoteOperations,
  ...trainingOperations,
  ...courseImportOperations,
  ...editingOperations,
  ...editingListOperations,
  ...announcementEditingOperations,
  ...evaluationOperations,
  ...documentOperations,
  ...questionnaireOperations,
  ...coachingOperations,
  ...questionOperations,
  ...examOperations,
  ...examHallOperations,
  ...examEvidenceOperations,
  ...examAccommodationOperations,
  ...examChoicesOperations,
  ...examAdminOperations,
  ...analysisOperations,
  ...markingOperations,
  ...peopleImportOperations,
  ...contactSyncOperations,
  ...practiceOperations,
  ...markingAppealOperations,
  ...markingRegradeOperations,
  ...invigilationOperations,
  ...rehearsalOperations,
  ...requirementOperations,
  ...requirementEvidenceOperations,
  ...requirementMessageOperations,
  ...liveOperations,
  ...liveHostOperations,
  ...appealOperations,
  ...homeOperations,
  ...policyOperations,
  ...recordOperations,
  ...certificateOperations,
  ...statementOperations,
  ...certificateTemplateOperations,
  ...rankingOperations,
  ...exportOperations,
  ...mediaOperations,
  ...fileOperations,
  ...flowOperations(flowEffects),
  ...orderOperations,
  ...centreOperations,
  ...noticeOperations,
  ...searchOperations,
  ...messageOperations,
  ...savedViewOperations,
  ...bulkOperations,
  ...calendarOperations,
  ...calendarFeedOperations,
  ...historyOperations,
  ...auditLogOperations,
  ...reportOperations,
];

const byName = new Map(implementations.map((call) => [call.name as string, call]));

/** Returns the implementation of a call. @throws Error when the call does not exist (programming error) */
export function implementationOf(name: string): Implementation {
  const call = byName.get(name);
  if (!call) throw new Error(`No such call: ${name}`);
  return call;
}
