/*
 * What merging two records of a person does with each column that names a member (decision 095). A test compares the list with the database:
 * every foreign key to a member is listed.
 */

export type MergeRule =
  /** The rows go to the kept record; both never have the same one. */
  | 'move'
  /** Where both have the same row (of a course, an exam, a post, …), that of the kept record stays and the other one is deleted. */
  | 'kept'
  /** Where both have the same row, it stays with the removed record, because it is a part of what happened. */
  | 'leave'
  /** No row moves: it says what happened at the time. */
  | 'stay'
  /** The domain does it: its function `merge…`, which `merge-people.ts` calls. */
  | 'code';

type MergeColumn = {
  table: string;
  column: string;
  rule: MergeRule;
  /** Statement on the table before the rows move: `$1` is the enterprise, `$2` the removed record, `$3` the kept one. */
  first?: (table: string) => string;
};

const of = (rule: MergeRule, ...names: string[]): MergeColumn[] =>
  names.map((name) => {
    const [table, column = 'user_id'] = name.split('.') as [string, string?];
    return { table, column, rule };
  });

/** Sessions of the removed record end, and its settings are not those of the kept one. */
export const MERGE_COLUMNS: readonly MergeColumn[] = [
  {
    table: 'announcement_user_record',
    column: 'user_id',
    rule: 'kept',
    // A trigger counts who likes an announcement when that changes.
    first: (table) => `update ${table} t set admired_at = null
      where t.enterprise_id = $1 and t.user_id = $2 and t.admired_at is not null and exists (
        select from ${table} k where k.enterprise_id = $1 and k.user_id = $3 and k.announcement_id = t.announcement_id)`,
  },
  {
    table: 'answer_invitation',
    column: 'user_id',
    rule: 'kept',
    // Nobody invites themselves.
    first: (table) =>
      `delete from ${table} where enterprise_id = $1 and user_id in ($2, $3) and invited_by in ($2, $3)`,
  },
  {
    table: 'cart_item',
    column: 'user_id',
    rule: 'kept',
    first: (
      table,
    ) => `update ${table} set user_ids = array(select distinct u from unnest(array_replace(user_ids, $2, $3)) u)
      where enterprise_id = $1 and $2 = any (user_ids) and $3::uuid is not null`,
  },
  // No foreign key: files may be of users who are no members.
  ...of('move', 'file.uploaded_by'),
  ...of(
    'kept',
    'announcement_person',
    'announcement_recipient',
    'announcement_read_mark',
    'check_in',
    'community_moderator',
    'course_registration',
    'course_person',
  ),
  ...of('kept', 'calendar_feed', 'member_preference'),
  ...of('kept', 'course_seat', 'digest_preference', 'evaluation_form_assessor', 'exam_allowance', 'exam_invigilator'),
  ...of('kept', 'exam_marker', 'imported_person', 'label_follow', 'live_hand', 'live_poll_vote', 'member_edit'),
  ...of('kept', 'member_invitation', 'mistake', 'notice', 'planned_transfer', 'post_follow', 'post_vote'),
  ...of('kept', 'certificate_choice', 'organisation_invoice', 'ranking_choice', 'terminal_badge', 'terminal_pin'),
  ...of('kept', 'practice_preference', 'project_registration', 'question_bank_editor', 'questionnaire_completion'),
  ...of('kept', 'questionnaire_seen', 'reaction', 'reminder_preference', 'requirement_person', 'resource_answer'),
  ...of('kept', 'role_grant', 'saved_view', 'study_clock', 'study_task_person', 'study_task_removal', 'training_seat'),
  ...of('kept', 'department.head_id'),
  ...of('leave', 'evaluation_assessment', 'flow_instance.applicant_id', 'marking_mark', 'moderation_report'),
  ...of('kept', 'report_recipient', 'report_run'),
  ...of('leave', 'report_delivery', 'requirement_message'),
  ...of('move', 'notice_delivery', 'report', 'report_schedule'),
  ...of('move', 'answer_invitation.invited_by', 'appeal.reversed_by', 'approval_step', 'bulk_job'),
  ...of('move', 'content_item.draft_by', 'content_item.planned_by', 'content_version'),
  ...of('move', 'contact_person', 'contact_sync', 'course_renewal', 'requirement_message.created_by'),
  ...of('move', 'coaching_meeting.proposed_by', 'comment', 'comment.deleted_by', 'comment.reply_to_user_id'),
  ...of('move', 'community_moderator.appointed_by', 'course_order.buyer_id', 'enterprise_info.registered_by'),
  ...of(
    'move',
    'enterprise_user.superior_id',
    'evidence_upload',
    'media_upload',
    'course_import',
    'exam_accommodation',
    'exam_accommodation.created_by',
  ),
  ...of('move', 'exam_action', 'exam_action.acted_by', 'exam_attempt.marked_by', 'exam_regrade.created_by'),
  ...of('move', 'exam_result', 'exam_switch_appeal.decided_by', 'export_record', 'flow_instance.approver_id'),
  ...of(
    'move',
    'flow_instance.concerns_id',
    'flow_instance.decided_by',
    'flow_step.approver_id',
    'flow_step.decided_by',
  ),
  ...of(
    'move',
    'lecturer',
    'live_broadcast',
    'live_message',
    'login_attempt',
    'marking_answer.held_by',
    'marking_appeal.answered_by',
  ),
  ...of('move', 'marking_note', 'member_invitation.invited_by', 'moderation_decision.appeal_decided_by'),
  ...of('move', 'moderation_decision.decided_by', 'person_import', 'person_import.undone_by', 'person_import_row'),
  ...of(
    'move',
    'planned_transfer.planned_by',
    'planned_transfer.superior_id',
    'post.author_id',
    'post_draft.author_id',
  ),
  ...of('move', 'post_version.editor_id', 'practice_run', 'question_import', 'question_version.author_id'),
  ...of('move', 'rehearsal.asked_by', 'requirement.created_by', 'requirement_exemption'),
  ...of('move', 'requirement_exemption.created_by', 'requirement_extension', 'requirement_extension.created_by'),
  ...of('move', 'role_grant.granted_by', 'study_note', 'study_refusal', 'training_attendance.corrected_by'),
  ...of(
    'stay',
    'annual_statement',
    'annual_statement.organisation_id',
    'flow_log',
    'member_merge.kept_id',
    'member_merge.merged_by',
    'member_merge.removed_id',
  ),
  ...of('code', 'coaching.learner_id', 'coaching.mentor_id', 'course_progress', 'evaluation', 'exam_attempt'),
  ...of('code', 'ledger_entry', 'ledger_total', 'live_attendance', 'member_history', 'ranking_total'),
  ...of('code', 'requirement_assignment', 'requirement_change', 'requirement_state', 'resource_progress'),
  ...of('code', 'study_task_user', 'training_attendance', 'user_certificate', 'user_identity'),
];
