/*
 * What the portal stores about a member, table by table: what `npm run person -- export` and `erase` do with it. A test
 * compares it with the database: each table is listed either here or in `NOT_PERSONAL`.
 */

/** Rows of a table that belong to a member, and what happens to them. */
export type PersonTable = {
  /** Name of the table, with its schema unless that is `public`. */
  table: string;
  /** Name in the export; default: the table without schema. */
  name?: string;
  /** SQL condition for the rows `t` of the member: `$1` is the enterprise, `$2` the user. */
  rows: string;
  /** Why the rows are not exported. */
  leftOut?: string;
  /** Columns that are not exported: secrets, and data of other people. */
  omit?: string[];
  /** SQL of columns that are exported in another form. */
  shown?: Record<string, string>;
  /**
   * What erasing does: `keep` (ids, times and numbers only), `delete`, `deleteWhere` (SQL), `set` columns (SQL; `$3` is
   * the name of deleted members, `$4` the reason for revoking certificates), or `code`: erase-person.ts.
   */
  erase: 'keep' | 'delete' | 'code' | { deleteWhere: string } | { set: string; where?: string };
};

const OWN = 't.enterprise_id = $1::uuid and t.user_id = $2::uuid';
const ATTEMPT = `t.enterprise_id = $1::uuid and t.attempt_id in
  (select a.id from exam_attempt a where a.enterprise_id = $1::uuid and a.user_id = $2::uuid)`;
/** A paper without its correct answers: they belong to the enterprise and are used by later exams. */
const PAPER = `(select jsonb_agg(q - 'answer' - 'analysis') from jsonb_array_elements(t.paper) q)`;
const POST = `t.enterprise_id = $1::uuid and t.post_id in
  (select p.id from post p where p.enterprise_id = $1::uuid and p.author_id = $2::uuid)`;
/** Moderation cases about texts of the member. */
const CASES = `(select m.id from moderation_case m
  left join post p on p.enterprise_id = m.enterprise_id and p.id = m.post_id
  left join comment c on c.enterprise_id = m.enterprise_id and c.id = m.comment_id
  where m.enterprise_id = $1::uuid and $2::uuid in (p.author_id, c.user_id))`;
/** The question of `question_id` is answered by a choice, not by a text. */
const isChoice = (attempt: string, questionId: string) => `exists (
  select from jsonb_array_elements(${attempt}.paper) q
  where q ->> 'questionId' = ${questionId} and q ->> 'type' in ('single', 'multiple', 'judge'))`;

/** The document is the profile of the member as a lecturer. */
const isProfile = (document: string) => `(t.kind = 'lecturer' and t.${document} ->> 'userId' = $2::uuid::text)`;

/** The evaluation is about the member. */
const OWN_EVALUATION = `t.evaluation_id in
  (select e.id from evaluation e where e.enterprise_id = $1::uuid and e.user_id = $2::uuid)`;
/** Scores of an assessment without the remarks. */
const WITHOUT_COMMENTS = `coalesce((select jsonb_object_agg(s.key, s.value || '{"comment":""}')
  from jsonb_each(t.scores) s), '{}')`;

export const PERSON_TABLES: PersonTable[] = [
  { table: 'portal.user_account', rows: 't.id = $2::uuid', omit: ['password_hash'], erase: 'code' },
  { table: 'enterprise_user', rows: OWN, erase: 'code' },
  {
    table: 'portal.user_session',
    rows: OWN,
    omit: ['token_hash', 'companion_hash'],
    erase: 'delete',
  },
  { table: 'portal.session_handoff', rows: OWN, leftOut: 'a secret that is valid for 30 seconds', erase: 'delete' },
  { table: 'terminal_pin', rows: OWN, omit: ['pin_hash'], erase: 'delete' },
  { table: 'terminal_badge', rows: OWN, omit: ['code_hash', 'sealed_code'], erase: 'delete' },
  { table: 'portal.user_totp', rows: 't.user_id = $2::uuid', omit: ['sealed_secret', 'last_step'], erase: 'code' },
  { table: 'portal.recovery_code', rows: 't.user_id = $2::uuid', omit: ['code_hash'], erase: 'code' },
  { table: 'portal.passkey', rows: 't.user_id = $2::uuid', omit: ['id', 'public_key'], erase: 'code' },
  { table: 'portal.passkey_challenge', rows: OWN, leftOut: 'a secret that is valid for five minutes', erase: 'delete' },
  { table: 'portal.pending_sign_in', rows: OWN, leftOut: 'a secret that is valid for ten minutes', erase: 'delete' },
  { table: 'user_consent', rows: OWN, erase: 'keep' },
  { table: 'user_identity', rows: OWN, erase: 'delete' },
  { table: 'login_attempt', rows: OWN, leftOut: 'secrets of a login that has not been completed', erase: 'delete' },
  { table: 'audit_log', rows: OWN, erase: 'code' },
  {
    table: 'audit_log',
    name: 'audit_log_about',
    rows: `t.enterprise_id = $1::uuid and t.user_id is distinct from $2::uuid and (strpos(t.detail::text, $2::uuid::text) > 0
      or t.id in (select s.audit_id from audit_subject s where s.enterprise_id = $1::uuid and s.subject_id = $2::uuid))`,
    omit: ['user_id', 'address'],
    erase: 'code',
  },
  {
    table: 'audit_subject',
    rows: 't.enterprise_id = $1::uuid and t.subject_id = $2::uuid',
    leftOut: 'the entries that it names are exported',
    erase: 'keep',
  },
  {
    table: 'file',
    rows: 't.enterprise_id = $1::uuid and t.uploaded_by = $2::uuid',
    omit: ['store_key', 'sha256'],
    erase: 'code',
  },
  { table: 'announcement_user_record', rows: OWN, erase: 'keep' },
  { table: 'announcement_read_mark', rows: OWN, erase: 'delete' },
  { table: 'announcement_person', rows: OWN, erase: 'delete' },
  { table: 'course_person', rows: OWN, erase: 'delete' },
  { table: 'announcement_recipient', rows: OWN, erase: 'delete' },
  { table: 'comment', rows: OWN, omit: ['deleted_by'], erase: { set: `body = ''`, where: 't.deleted_at is not null' } },
  { table: 'reaction', rows: OWN, erase: 'keep' },
  { table: 'live_attendance', rows: OWN, erase: 'keep' },
  { table: 'live_broadcast', rows: OWN, erase: 'keep' },
  { table: 'live_hand', rows: OWN, erase: 'delete' },
  {
    table: 'live_message',
    rows: OWN,
    erase: { set: `body = '', hidden_at = coalesce(t.hidden_at, now())` },
  },
  { table: 'live_poll_vote', rows: OWN, erase: 'keep' },
  { table: 'course_registration', rows: OWN, erase: 'keep' },
  { table: 'project_registration', rows: OWN, erase: 'keep' },
  { table: 'exam_allowance', rows: OWN, erase: 'keep' },
  { table: 'exam_accommodation', rows: OWN, omit: ['created_by'], erase: 'delete' },
  { table: 'exam_break', rows: ATTEMPT, erase: 'keep' },
  { table: 'exam_invigilator', rows: OWN, erase: 'delete' },
  { table: 'exam_action', rows: OWN, omit: ['acted_by'], erase: { set: `body = ''` } },
  { table: 'exam_message', rows: ATTEMPT, erase: 'keep' },
  {
    table: 'rehearsal',
    rows: 't.enterprise_id = $1::uuid and t.asked_by = $2::uuid',
    erase: 'keep',
  },
  {
    table: 'exam_answer',
    rows: ATTEMPT,
    erase: {
      deleteWhere: `not exists (select from exam_attempt a where a.enterprise_id = $1::uuid and a.id = t.attempt_id
        and ${isChoice('a', 't.question_id::text')})`,
    },
  },
  { table: 'exam_choice', rows: ATTEMPT, erase: 'delete' },
  { table: 'exam_late_answer', rows: ATTEMPT, erase: 'delete' },
  { table: 'exam_result', rows: OWN, erase: 'keep' },
  { table: 'exam_save_count', rows: ATTEMPT, erase: 'keep' },
  { table: 'exam_rejected_answer', rows: ATTEMPT, erase: 'keep' },
  { table: 'exam_switch', rows: ATTEMPT, erase: 'keep' },
  {
    table: 'exam_regrade',
    rows: 't.enterprise_id = $1::uuid and t.created_by = $2::uuid',
    omit: ['rule_before', 'rule_after'],
    erase: 'keep',
  },
  { table: 'exam_regrade_attempt', rows: ATTEMPT, erase: 'keep' },
  // Marks of their answers; those they have given to others are data of the candidates.
  { table: 'marking_answer', rows: ATTEMPT, omit: ['held_by', 'held_until'], erase: 'keep' },
  { table: 'marking_mark', rows: ATTEMPT, omit: ['user_id'], erase: { set: 'remark = null' } },
  {
    table: 'marking_appeal',
    rows: ATTEMPT,
    omit: ['answered_by'],
    erase: { set: `reason = '', answer = case when answer is not null then '' end` },
  },
  { table: 'marking_note', rows: OWN, erase: 'delete' },
  {
    table: 'exam_switch_appeal',
    rows: ATTEMPT,
    omit: ['decided_by'],
    erase: { set: `reason = '', note = null` },
  },
  {
    table: 'exam_journal',
    rows: ATTEMPT,
    omit: ['prev'],
    shown: { hash: `encode(t.hash, 'hex')` },
    erase: 'code',
  },
  { table: 'exam_journal_head', rows: ATTEMPT, omit: ['hash'], erase: 'keep' },
  {
    table: 'exam_attempt',
    rows: OWN,
    omit: ['marked_by'],
    shown: { paper: PAPER },
    erase: {
      set: `remarks = null, void_reason = case when void_reason is not null then '' end, receipt = null, accommodation = null, submitted_answers = case when submitted_answers is not null then coalesce(
        (select jsonb_object_agg(s.key, s.value) from jsonb_each(submitted_answers) s where ${isChoice('t', 's.key')}), '{}') end`,
    },
  },
  // Before the practices that they refer to.
  { table: 'mistake', rows: OWN, erase: 'delete' },
  {
    table: 'practice_answer',
    rows: `t.enterprise_id = $1::uuid and t.run_id in
      (select r.id from practice_run r where r.enterprise_id = $1::uuid and r.user_id = $2::uuid)`,
    erase: 'delete',
  },
  { table: 'practice_run', rows: OWN, shown: { paper: PAPER }, erase: 'delete' },
  { table: 'practice_preference', rows: OWN, erase: 'delete' },
  { table: 'export_record', rows: OWN, erase: 'delete' },
  { table: 'report', rows: OWN, erase: { deleteWhere: 'not t.is_shared' } },
  { table: 'report_schedule', rows: OWN, erase: 'keep' },
  { table: 'report_recipient', rows: OWN, erase: 'delete' },
  { table: 'report_delivery', rows: OWN, erase: 'keep' },
  { table: 'report_run', rows: OWN, leftOut: 'figures about other people, which are kept for a day', erase: 'delete' },
  { table: 'saved_view', rows: OWN, erase: { deleteWhere: 'not t.is_shared' } },
  { table: 'bulk_job', rows: OWN, erase: 'delete' },
  {
    table: 'content_item',
    rows: `t.enterprise_id = $1::uuid and ($2::uuid in (t.draft_by, t.planned_by) or ${isProfile('draft')})`,
    shown: { draft: `case when ${isProfile('draft')} then t.draft end` },
    erase: { set: 'draft = null', where: isProfile('draft') },
  },
  {
    table: 'content_version',
    rows: `t.enterprise_id = $1::uuid and (t.user_id = $2::uuid or ${isProfile('document')})`,
    shown: { document: `case when ${isProfile('document')} then t.document end` },
    erase: { deleteWhere: isProfile('document') },
  },
  {
    table: 'flow_instance',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.applicant_id, t.concerns_id)',
    omit: ['approver_id', 'decided_by'],
    erase: {
      set: `detail = detail - 'note' - 'newName' - 'oldName', title = case when flow_type in ('nameChange', 'memberErasure') then $3::text
        when concerns_id = $2::uuid then regexp_replace(title, ' · [^·]*$', '') || ' · ' || $3::text else title end`,
    },
  },
  {
    table: 'flow_step',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.approver_id, t.decided_by)',
    erase: 'keep',
  },
  { table: 'flow_log', rows: OWN, erase: 'code' },
  { table: 'approval_step', rows: OWN, erase: 'keep' },
  {
    table: 'lecturer',
    rows: OWN,
    erase: {
      set: 'user_id = null, lecturer_name = $3::text, title = null, intro = null, photo_file_id = null, published = false',
    },
  },
  {
    table: 'teaching_record',
    rows: `t.enterprise_id = $1::uuid and t.lecturer_id in
      (select l.id from lecturer l where l.enterprise_id = $1::uuid and l.user_id = $2::uuid)`,
    erase: 'keep',
  },
  {
    table: 'enterprise_info',
    rows: 't.enterprise_id = $1::uuid and t.registered_by = $2::uuid',
    erase: { set: `contact_name = $3::text, contact_phone = ''` },
  },
  { table: 'community_moderator', rows: OWN, omit: ['appointed_by'], erase: 'delete' },
  { table: 'moderation_case', rows: `t.enterprise_id = $1::uuid and t.id in ${CASES}`, erase: 'keep' },
  { table: 'moderation_report', rows: OWN, erase: { set: 'note = null' } },
  {
    table: 'moderation_decision',
    rows: `t.enterprise_id = $1::uuid and t.case_id in ${CASES}`,
    omit: ['decided_by', 'appeal_decided_by'],
    erase: { set: `appeal = ''`, where: 't.appeal is not null' },
  },
  {
    table: 'moderation_decision',
    name: 'moderation_decision_made',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.decided_by, t.appeal_decided_by)',
    omit: ['appeal'],
    erase: 'keep',
  },
  { table: 'notice_delivery', rows: OWN, erase: 'delete' },
  { table: 'notice', rows: OWN, erase: 'delete' },
  { table: 'calendar_feed', rows: OWN, omit: ['token_hash'], erase: 'delete' },
  { table: 'member_preference', rows: OWN, erase: 'delete' },
  { table: 'digest_preference', rows: OWN, erase: 'delete' },
  { table: 'reminder_preference', rows: OWN, erase: 'delete' },
  { table: 'cart_item', rows: OWN, erase: 'delete' },
  {
    table: 'course_order',
    rows: 't.enterprise_id = $1::uuid and t.buyer_id = $2::uuid',
    erase: { set: 'note = null, invoice = null' },
  },
  { table: 'organisation_invoice', rows: OWN, erase: 'delete' },
  {
    table: 'course_order_item',
    rows: `t.enterprise_id = $1::uuid and t.order_id in
      (select o.id from course_order o where o.enterprise_id = $1::uuid and o.buyer_id = $2::uuid)`,
    erase: 'keep',
  },
  { table: 'course_seat', rows: OWN, erase: 'keep' },
  { table: 'label_follow', rows: OWN, erase: 'delete' },
  { table: 'post_follow', rows: OWN, erase: 'delete' },
  { table: 'post_vote', rows: OWN, erase: 'keep' },
  {
    table: 'answer_invitation',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.user_id, t.invited_by)',
    erase: 'delete',
  },
  { table: 'post_draft', rows: 't.enterprise_id = $1::uuid and t.author_id = $2::uuid', erase: 'delete' },
  { table: 'post_label', rows: POST, erase: 'keep' },
  {
    table: 'post_version',
    rows: 't.enterprise_id = $1::uuid and t.editor_id = $2::uuid',
    erase: {
      deleteWhere: `exists (select from post p where p.enterprise_id = $1::uuid and p.id = t.post_id
        and p.author_id = $2::uuid and p.state = 'deleted')`,
    },
  },
  {
    table: 'post',
    rows: 't.enterprise_id = $1::uuid and t.author_id = $2::uuid',
    erase: {
      set: `body = '{"type":"doc","content":[]}', plain_text = '', title = case when title is not null then '' end`,
      where: `t.state = 'deleted'`,
    },
  },
  { table: 'check_in', rows: OWN, erase: 'keep' },
  { table: 'ledger_entry', rows: OWN, erase: 'keep' },
  { table: 'ledger_total', rows: OWN, erase: 'keep' },
  { table: 'ranking_total', rows: OWN, erase: 'keep' },
  { table: 'ranking_choice', rows: OWN, erase: 'delete' },
  { table: 'certificate_choice', rows: OWN, erase: 'delete' },
  // It can be made again from the ledger, which stays, but not with the name.
  {
    table: 'annual_statement',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.user_id, t.organisation_id)',
    omit: ['people'],
    erase: 'delete',
  },
  {
    table: 'user_certificate',
    rows: OWN,
    erase: {
      set: `user_name = $3::text, revoked_at = coalesce(revoked_at, now()), revoke_reason = $4::text, unseen_change = null`,
    },
  },
  {
    table: 'bulk_row',
    rows: `t.enterprise_id = $1::uuid and (t.row_id = $2::uuid or t.row_id in
      (select c.id from user_certificate c where c.enterprise_id = $1::uuid and c.user_id = $2::uuid))`,
    leftOut: 'what others began to do with certificates and requirements, which are exported',
    erase: { set: 'name = $3::text' },
  },
  { table: 'resource_progress', rows: OWN, erase: 'keep' },
  { table: 'course_progress', rows: OWN, erase: 'keep' },
  { table: 'course_renewal', rows: OWN, erase: 'keep' },
  { table: 'resource_answer', rows: OWN, erase: 'keep' },
  { table: 'study_clock', rows: OWN, erase: 'delete' },
  { table: 'study_refusal', rows: OWN, erase: 'delete' },
  { table: 'study_task_user', rows: OWN, erase: 'keep' },
  { table: 'study_task_person', rows: OWN, erase: 'delete' },
  { table: 'study_task_removal', rows: OWN, erase: 'keep' },
  { table: 'training_seat', rows: OWN, erase: 'keep' },
  {
    table: 'training_attendance',
    rows: OWN,
    omit: ['corrected_by'],
    erase: { set: `correct_reason = ''`, where: 't.correct_reason is not null' },
  },
  {
    table: 'training_attendance',
    name: 'training_attendance_corrected',
    rows: 't.enterprise_id = $1::uuid and t.corrected_by = $2::uuid',
    omit: ['user_id', 'correct_reason'],
    erase: 'keep',
  },
  {
    table: 'evaluation',
    rows: OWN,
    erase: { set: `note = '', talk_note = case when talk_note is not null then '' end` },
  },
  {
    table: 'evaluation_assessment',
    rows: `t.enterprise_id = $1::uuid and (t.user_id = $2::uuid or ${OWN_EVALUATION})`,
    omit: ['user_id'],
    erase: { set: `comment = '', scores = ${WITHOUT_COMMENTS}`, where: OWN_EVALUATION },
  },
  { table: 'evaluation_form_assessor', rows: OWN, erase: 'keep' },
  {
    table: 'department',
    rows: 't.enterprise_id = $1::uuid and t.head_id = $2::uuid',
    erase: { set: 'head_id = null' },
  },
  { table: 'member_history', rows: OWN, erase: 'keep' },
  { table: 'planned_transfer', rows: OWN, omit: ['planned_by'], erase: 'delete' },
  { table: 'requirement', rows: 't.enterprise_id = $1::uuid and t.created_by = $2::uuid', erase: 'keep' },
  { table: 'requirement_person', rows: OWN, erase: 'delete' },
  { table: 'requirement_assignment', rows: OWN, erase: 'keep' },
  { table: 'requirement_exemption', rows: OWN, omit: ['created_by'], erase: { set: `reason = ''` } },
  { table: 'requirement_extension', rows: OWN, omit: ['created_by'], erase: { set: `reason = ''` } },
  {
    table: 'requirement_change',
    rows: OWN,
    leftOut: 'a mark that something is to be computed again',
    erase: 'delete',
  },
  { table: 'requirement_state', rows: OWN, erase: 'delete' },
  { table: 'requirement_message', rows: OWN, omit: ['created_by'], erase: 'keep' },
  {
    table: 'requirement_delivery',
    rows: `t.enterprise_id = $1::uuid and t.message_id in
      (select m.id from requirement_message m where m.enterprise_id = $1::uuid and m.user_id = $2::uuid)`,
    erase: 'keep',
  },
  { table: 'member_edit', rows: OWN, erase: 'delete' },
  {
    table: 'member_merge',
    rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.kept_id, t.removed_id)',
    omit: ['merged_by'],
    erase: 'keep',
  },
  { table: 'member_invitation', rows: OWN, omit: ['token_hash', 'invited_by'], erase: 'delete' },
  { table: 'imported_person', rows: OWN, erase: 'delete' },
  {
    table: 'contact_sync_person',
    rows: `t.enterprise_id = $1::uuid and t.person ->> 'subject' in
      (select c.subject from contact_person c where c.enterprise_id = $1::uuid and c.user_id = $2::uuid)`,
    leftOut: 'what a synchronisation has read, until its plan is made',
    erase: 'delete',
  },
  { table: 'contact_person', rows: OWN, erase: 'delete' },
  { table: 'contact_sync', rows: OWN, omit: ['sealed_secret'], erase: 'keep' },
  {
    table: 'person_import',
    rows: OWN,
    omit: ['file', 'sheets', 'undone_by'],
    erase: 'keep',
  },
  {
    table: 'person_import_row',
    rows: OWN,
    erase: {
      set: `name = $3::text, cells = '[]', subject = null, given = '{}', before = '{}', after = '{}', note = null, undo_note = null`,
    },
  },
  { table: 'role_grant', rows: OWN, omit: ['granted_by'], erase: 'delete' },
  { table: 'evidence_upload', rows: OWN, omit: ['parts'], erase: 'delete' },
  { table: 'course_import', rows: OWN, omit: ['run_id', 'entries', 'results'], erase: 'delete' },
  { table: 'media_upload', rows: OWN, omit: ['parts', 'join_key', 'stored'], erase: 'delete' },
  { table: 'questionnaire_completion', rows: OWN, erase: { deleteWhere: 't.answers is not null' } },
  { table: 'questionnaire_seen', rows: OWN, erase: 'delete' },
  { table: 'question_bank_editor', rows: OWN, erase: 'delete' },
  { table: 'exam_marker', rows: OWN, erase: 'delete' },
  { table: 'question_import', rows: OWN, omit: ['content'], erase: 'delete' },
  {
    table: 'question_version',
    rows: 't.enterprise_id = $1::uuid and t.author_id = $2::uuid',
    omit: ['texts', 'answer', 'html'],
    erase: 'keep',
  },
  { table: 'coaching', rows: 't.enterprise_id = $1::uuid and $2::uuid in (t.learner_id, t.mentor_id)', erase: 'keep' },
  {
    table: 'coaching_goal',
    rows: `t.enterprise_id = $1::uuid and t.coaching_id in
      (select c.id from coaching c where c.enterprise_id = $1::uuid and c.learner_id = $2::uuid)`,
    erase: { set: `title = ''` },
  },
  {
    table: 'coaching_meeting',
    rows: `t.enterprise_id = $1::uuid and t.coaching_id in
      (select c.id from coaching c where c.enterprise_id = $1::uuid and $2::uuid in (c.learner_id, c.mentor_id))`,
    erase: { set: `place = '', agenda = '', learner_note = null, mentor_note = null` },
  },
  { table: 'study_note', rows: OWN, erase: 'delete' },
  {
    table: 'appeal',
    rows: `t.enterprise_id = $1::uuid and t.instance_id in
      (select i.id from flow_instance i where i.enterprise_id = $1::uuid and i.applicant_id = $2::uuid)`,
    omit: ['reversed_by'],
    erase: 'keep',
  },
];

/** Tables that are not exported, with the reason. `erase-person.ts` handles those that may contain a phone number. */
export const NOT_PERSONAL: { reason: string; tables: string[] }[] = [
  {
    reason: 'content and settings of the enterprise',
    tables: [
      ...['position', 'portal.enterprise', 'website', 'nav_item', 'banner', 'article', 'article_version', 'category'],
      ...[
        'zone',
        'zone_item',
        'announcement',
        'announcement_attachment',
        'announcement_rule',
        'course_rule',
        'message_template',
        'approval_chain',
        'policy',
        'terminal',
        'course',
        'course_resource',
        'project',
      ],
      ...['resource_caption', 'resource_question', 'file_rendition', 'file_version', 'question_file'],
      ...['media_folder', 'media_file', 'media_caption'],
      ...['requirement_version', 'requirement_subject', 'requirement_rule'],
      ...[
        'project_course',
        'project_exam',
        'project_stage',
        'question_bank',
        'question',
        'question_import_part',
        'person_import_columns',
        'contact_sync_department',
        'contact_sync_run',
        'exam',
        'exam_section',
        'exam_resit',
        'exam_target',
      ],
      ...['exam_question', 'exam_certificate_need', 'marking_rubric', 'certificate', 'study_task'],
      ...[
        'certificate_template',
        'certificate_template_version',
        'certificate_picture',
        'certificate_template_picture',
      ],
      ...[
        'study_task_item',
        'study_task_rule',
        'coaching_plan',
        'training_session',
        'training_room',
        'rubric',
        'evaluation_form',
      ],
      ...['training_assistant', 'training_material', 'training_cost'],
      ...['live_session', 'live_segment', 'live_poll', 'document', 'document_page', 'questionnaire'],
      ...['label', 'filtered_word', 'community_setting', 'login_setting', 'data_retention'],
    ],
  },
  { reason: 'anonymous answers, which nobody can assign to a person', tables: ['questionnaire_sheet'] },
  {
    reason: 'numbers of all members together',
    tables: ['activity_week', 'subject_total', 'exam_sums', 'certificate_sequence', 'order_sequence'],
  },
  {
    reason: 'derived from exported tables',
    tables: ['portal.membership', 'search_document', 'search_dirty', 'exam_result_change', 'annual_statement_change'],
  },
  { reason: 'how far the mailbox of the portal was read', tables: ['portal.mailbox'] },
  {
    reason: 'codes and counters of the login, which expire within a day',
    tables: ['portal.rate_limit', 'portal.verification_code', 'portal.picture_code'],
  },
];
