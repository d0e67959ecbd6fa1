import type { z } from 'zod';
import { account } from './account.ts';
import { accountFactor } from './account-factor.ts';
import { accountFactorPolicy } from './account-factor-policy.ts';
import { accountInvitation } from './account-invitation.ts';
import { accountLoginMethods } from './account-login-methods.ts';
import { accountPasskey } from './account-passkey.ts';
import { accountPassword } from './account-password.ts';
import { accountPreference } from './account-preference.ts';
import { accountRole } from './account-role.ts';
import { administrator } from './administrator.ts';
import { analysis } from './analysis.ts';
import { appeal } from './appeal.ts';
import { announcement } from './announcement.ts';
import { announcementEditing } from './announcement-editing.ts';
import { bulk } from './bulk.ts';
import { calendar } from './calendar.ts';
import { calendarFeeds } from './calendar-feed.ts';
import { centre } from './centre.ts';
import { certificate } from './certificate.ts';
import { certificateTemplate } from './certificate-template.ts';
import { coaching } from './coaching.ts';
import { communityComment } from './community-comment.ts';
import { communityDraft } from './community-draft.ts';
import { communityLabel } from './community-label.ts';
import { communityModeration } from './community-moderation.ts';
import { communityPost } from './community-post.ts';
import { company } from './company.ts';
import { course } from './course.ts';
import { courseProject } from './course-project.ts';
import { courseReaction } from './course-reaction.ts';
import { courseImport } from './course-import.ts';
import { editing } from './editing.ts';
import { editingLists } from './editing-lists.ts';
import { evaluation } from './evaluation.ts';
import { documents } from './document.ts';
import { exam } from './exam.ts';
import { examEvidence } from './exam-evidence.ts';
import { examHall } from './exam-hall.ts';
import { examAdmin } from './exam-admin.ts';
import { examChoices } from './exam-choices.ts';
import { examAccommodation } from './exam-accommodation.ts';
import { exportRecords } from './export.ts';
import { file } from './file.ts';
import { flow } from './flow.ts';
import { auditLog } from './audit-log.ts';
import { history } from './history.ts';
import { report } from './report.ts';
import { home } from './home.ts';
import { invigilation } from './invigilation.ts';
import { lecturer } from './lecturer.ts';
import { privacy } from './privacy.ts';
import { ranking } from './ranking.ts';
import { live } from './live.ts';
import { liveHost } from './live-host.ts';
import { marking } from './marking.ts';
import { media } from './media.ts';
import { markingAppeal } from './marking-appeal.ts';
import { markingRegrade } from './marking-regrade.ts';
import { policy } from './policy.ts';
import { message } from './message.ts';
import { noticeCalls } from './notice.ts';
import { order } from './order.ts';
import { organisation } from './organisation.ts';
import { people } from './people.ts';
import { contactSync } from './contact-sync.ts';
import { peopleImport } from './people-import.ts';
import { peopleInvitation } from './people-invitation.ts';
import { peopleMerge } from './people-merge.ts';
import { practice } from './practice.ts';
import { questionnaire } from './questionnaire.ts';
import { record } from './record.ts';
import { rehearsal } from './rehearsal.ts';
import { requirement } from './requirement.ts';
import { requirementEvidence } from './requirement-evidence.ts';
import { requirementMessage } from './requirement-message.ts';
import { search } from './search.ts';
import { site } from './site.ts';
import { question } from './question.ts';
import { statement } from './statement.ts';
import { study } from './study.ts';
import { savedView } from './saved-view.ts';
import { studyQuestions } from './study-questions.ts';
import { studyTasks } from './study-tasks.ts';
import { studyNote } from './study-note.ts';
import { studyRoom } from './study-room.ts';
import { siteZone } from './site-zone.ts';
import { terminalCalls } from './terminal.ts';
import { training } from './training.ts';

/** All operations of the gateway by name. The values are for the server; the browser imports only the types below. */
export const calls = {
  ...account,
  ...accountLoginMethods,
  ...company,
  ...accountPassword,
  ...accountFactor,
  ...accountFactorPolicy,
  ...accountPasskey,
  ...accountInvitation,
  ...administrator,
  ...accountRole,
  ...accountPreference,
  ...organisation,
  ...people,
  ...privacy,
  ...terminalCalls,
  ...site,
  ...siteZone,
  ...calendar,
  ...calendarFeeds,
  ...lecturer,
  ...announcement,
  ...communityComment,
  ...communityLabel,
  ...communityPost,
  ...communityDraft,
  ...communityModeration,
  ...course,
  ...courseReaction,
  ...courseProject,
  ...study,
  ...studyQuestions,
  ...studyTasks,
  ...studyRoom,
  ...studyNote,
  ...training,
  ...courseImport,
  ...editing,
  ...editingLists,
  ...announcementEditing,
  ...evaluation,
  ...documents,
  ...questionnaire,
  ...coaching,
  ...question,
  ...exam,
  ...examHall,
  ...examEvidence,
  ...examAccommodation,
  ...examChoices,
  ...examAdmin,
  ...requirement,
  ...requirementEvidence,
  ...requirementMessage,
  ...analysis,
  ...peopleImport,
  ...peopleInvitation,
  ...peopleMerge,
  ...contactSync,
  ...practice,
  ...invigilation,
  ...rehearsal,
  ...marking,
  ...markingAppeal,
  ...markingRegrade,
  ...live,
  ...liveHost,
  ...appeal,
  ...home,
  ...record,
  ...centre,
  ...certificate,
  ...statement,
  ...certificateTemplate,
  ...ranking,
  ...exportRecords,
  ...file,
  ...flow,
  ...order,
  ...policy,
  ...message,
  ...noticeCalls,
  ...search,
  ...savedView,
  ...bulk,
  ...media,
  ...history,
  ...auditLog,
  ...report,
};

export type Calls = typeof calls;
export type Call = keyof Calls;
/** Input of an operation. */
export type Input<C extends Call> = z.input<Calls[C]['input']>;
/** Input of an operation after validation, with defaults filled in. */
export type OperationInput<C extends Call> = z.output<Calls[C]['input']>;
/** Output of an operation: the `data` of the envelope. */
export type Data<C extends Call> = z.output<Calls[C]['data']>;
/** Operations with a file upload. */
export type UploadCall = { [C in Call]: Calls[C] extends { upload: true } ? C : never }[Call];
