import type { Call } from '#src/contract/calls.ts';
import type { Inputs } from '../scene.ts';
import { accountInputs } from './account-inputs.ts';
import { analysisInputs } from './analysis-inputs.ts';
import { certificateTemplateInputs } from './certificate-template-inputs.ts';
import { centreInputs } from './centre-inputs.ts';
import { coachingInputs } from './coaching-inputs.ts';
import { communityInputs } from './community-inputs.ts';
import { courseInputs } from './course-inputs.ts';
import { announcementEditingInputs } from './announcement-editing-inputs.ts';
import { editingInputs } from './editing-inputs.ts';
import { evaluationInputs } from './evaluation-inputs.ts';
import { documentInputs } from './document-inputs.ts';
import { examEvidenceInputs } from './exam-evidence-inputs.ts';
import { examAdminInputs } from './exam-admin-inputs.ts';
import { examInputs } from './exam-inputs.ts';
import { invigilationInputs } from './invigilation-inputs.ts';
import { markingAppealInputs, markingInputs } from './marking-inputs.ts';
import { markingRegradeInputs } from './marking-regrade-inputs.ts';
import { listInputs } from './list-inputs.ts';
import { liveInputs } from './live-inputs.ts';
import { moderationInputs } from './moderation-inputs.ts';
import { organisationInputs } from './organisation-inputs.ts';
import { invitationInputs } from './invitation-inputs.ts';
import { peopleInputs } from './people-inputs.ts';
import { contactSyncInputs } from './contact-sync-inputs.ts';
import { peopleImportInputs } from './people-import-inputs.ts';
import { messageInputs } from './message-inputs.ts';
import { mediaInputs } from './media-inputs.ts';
import { practiceInputs } from './practice-inputs.ts';
import { questionInputs } from './question-inputs.ts';
import { questionnaireInputs } from './questionnaire-inputs.ts';
import { recordInputs } from './record-inputs.ts';
import { rehearsalInputs } from './rehearsal-inputs.ts';
import { taskInputs } from './task-inputs.ts';
import { requirementEvidenceInputs, requirementInputs, requirementMessageInputs } from './requirement-inputs.ts';
import { reportInputs } from './report-inputs.ts';
import { roomInputs } from './room-inputs.ts';
import { siteInputs } from './site-inputs.ts';
import { calendarInputs } from './calendar-inputs.ts';
import { terminalInputs } from './terminal-inputs.ts';
import { trainingInputs } from './training-inputs.ts';

/** A valid input for every operation of the contract. */
export const inputs: Inputs<Call> = {
  ...accountInputs,
  ...organisationInputs,
  ...peopleInputs,
  ...invitationInputs,
  ...siteInputs,
  ...courseInputs,
  ...centreInputs,
  ...documentInputs,
  ...coachingInputs,
  ...communityInputs,
  ...announcementEditingInputs,
  ...editingInputs,
  ...evaluationInputs,
  ...examInputs,
  ...examEvidenceInputs,
  ...examAdminInputs,
  ...analysisInputs,
  ...peopleImportInputs,
  ...contactSyncInputs,
  ...mediaInputs,
  ...messageInputs,
  ...practiceInputs,
  ...markingInputs,
  ...markingAppealInputs,
  ...markingRegradeInputs,
  ...invigilationInputs,
  ...listInputs,
  ...reportInputs,
  ...liveInputs,
  ...moderationInputs,
  ...questionInputs,
  ...questionnaireInputs,
  ...recordInputs,
  ...certificateTemplateInputs,
  ...rehearsalInputs,
  ...requirementInputs,
  ...taskInputs,
  ...requirementEvidenceInputs,
  ...requirementMessageInputs,
  ...calendarInputs,
  ...terminalInputs,
  ...trainingInputs,
  ...roomInputs,
};
