import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { insertRow, readTables, type TableShape, type Values } from '../factories/table-rows.ts';
import { mintTenant } from '../factories/tenant.ts';

/* Violates every CHECK and every foreign key of the database catalogue, each with a row that is otherwise valid. */

let client: pg.Client;
let tables: Map<string, TableShape>;
let enterpriseId: string;
beforeAll(async () => {
  enterpriseId = (await mintTenant()).id;
  // As the owner: only triggers may write some tables.
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  tables = await readTables(client);
  // A tenant has one such row: it is replaced by that of the test.
  await withTenant(enterpriseId, (db) => db.delete(website));
});
afterAll(() => client.end());

const NOW = new Date();
const BEFORE = new Date(NOW.getTime() - 1000);
const ID = '00000000-0000-4000-8000-000000000000';

/** An appeal; what was decided about it is missing. */
const APPEALED = { appeal: 'text', appealed_at: NOW };

/**
 * Sets of values, each of which violates a CHECK. Checks of one column are not listed: for a set of texts another text is
 * used, for a number −1.
 */
const VIOLATIONS: Record<string, Values[]> = {
  appeal_reversed_check: [
    { reversed_at: NOW, reversed_by: null, reverse_reason: 'Wrong person' },
    { reversed_at: NOW, reversed_by: ID, reverse_reason: null },
  ],
  appeal_task_progress_check: [{ task_progress: -1 }, { task_progress: 101 }],
  approval_step_member_check: [
    { approver: 'member', user_id: null },
    { approver: 'administrator', user_id: ID },
  ],
  approval_step_approver_check: [{ approver: 'none of these', user_id: null }],
  approval_step_step_check: [{ step: 0 }, { step: 6 }],
  cart_item_seats_check: [{ seats: 0 }],
  cart_item_user_ids_check: [{ seats: 1, user_ids: [ID, randomUUID()] }],
  certificate_valid_months_check: [{ valid_months: 0 }],
  comment_deleted_check: [{ deleted_by: ID, deleted_at: null }],
  comment_reply_check: [{ reply_to_user_id: ID, parent_id: null }],
  community_setting_daily_posts_check: [{ daily_posts: 0 }, { daily_posts: 1001 }],
  community_setting_new_member_daily_posts_check: [{ new_member_daily_posts: 0 }, { new_member_daily_posts: 1001 }],
  community_setting_new_member_days_check: [{ new_member_days: -1 }, { new_member_days: 366 }],
  course_completion_threshold_check: [{ completion_threshold: 0 }, { completion_threshold: 101 }],
  course_course_type_check: [{ course_type: 0 }, { course_type: 4 }],
  course_resource_content_type_check: [{ content_type: 1 }, { content_type: 9 }],
  course_resource_exam_check: [{ exam_id: ID, content_type: 2 }],
  course_resource_link_check: [
    { resource_type: 7, link_url: null },
    { resource_type: 4, link_url: 'https://example.org' },
  ],
  course_resource_link_url_check: [{ resource_type: 7, link_url: 'http://example.org' }],
  course_resource_release_days_check: [{ release_days: 0 }],
  course_resource_resource_type_check: [{ resource_type: 1 }, { resource_type: 8 }],
  course_progress_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  data_retention_audit_log_days_check: [{ audit_log_days: 179 }],
  data_retention_exam_answer_days_check: [{ exam_answer_days: 179 }],
  data_retention_study_refusal_days_check: [{ study_refusal_days: 29 }],
  evaluation_assessment_role_check: [{ role: 'none of these' }],
  evaluation_assessment_score_check: [{ score: 101, submitted_at: NOW }],
  evaluation_assessment_submitted_check: [{ score: 50, submitted_at: null }],
  evaluation_attempt_check: [{ attempt: 0 }],
  evaluation_done_check: [
    { state: 'done', done_at: null },
    { state: 'talk', done_at: NOW },
  ],
  evaluation_form_kind_check: [{ kind: 'none of these', resource_id: ID }],
  evaluation_form_max_tries_check: [{ max_tries: 0 }, { max_tries: 11 }],
  evaluation_form_subject_check: [{ kind: 'practice', resource_id: null }],
  evaluation_score_check: [{ score: 101 }],
  evaluation_state_check: [{ state: 'none of these', done_at: null }],
  evidence_upload_file_size_check: [{ file_size: 0 }],
  evidence_upload_received_check: [{ file_size: 5, received: 6 }],
  media_upload_file_size_check: [{ file_size: 0, received: 0 }],
  media_upload_received_check: [{ file_size: 5, received: 6 }],
  rehearsal_answer_seconds_check: [{ answer_seconds: 0 }, { answer_seconds: 3601 }],
  rehearsal_ended_check: [{ status: 'done', ended_at: null }, { ended_at: NOW }],
  rehearsal_enter_seconds_check: [{ enter_seconds: 0 }, { enter_seconds: 3601 }],
  rehearsal_failed_check: [{ status: 'failed', ended_at: NOW }, { failure: 'error' }],
  rehearsal_failure_check: [{ status: 'failed', ended_at: NOW, failure: 'none of these' }],
  rehearsal_status_check: [{ status: 'none of these', ended_at: NOW }],
  rehearsal_takers_check: [{ takers: 0 }, { takers: 20_001 }],
  requirement_assignment_closed_check: [
    { closed_at: NOW, close_reason: null },
    { closed_at: null, close_reason: 'rule' },
  ],
  requirement_assignment_period_check: [{ opened_at: NOW, closed_at: BEFORE, close_reason: 'rule' }],
  requirement_exemption_ended_check: [{ gmt_create: NOW, ended_at: BEFORE }],
  notice_delivery_done_check: [{ state: 'sent' }, { done_at: NOW }],
  notice_delivery_state_check: [{ state: 'none of these', done_at: NOW }],
  reminder_preference_quiet_from_check: [
    { quiet_from: -1, quiet_until: 8 },
    { quiet_from: 24, quiet_until: 8 },
  ],
  reminder_preference_quiet_until_check: [
    { quiet_from: 8, quiet_until: -1 },
    { quiet_from: 8, quiet_until: 24 },
  ],
  reminder_preference_quiet_check: [{ quiet_from: 21 }, { quiet_until: 8 }],
  report_delivery_done_check: [{ state: 'sent' }, { done_at: NOW }],
  report_delivery_state_check: [{ state: 'none of these', done_at: NOW }],
  report_run_ready_check: [{ state: 'ready' }, { result: '{}' }],
  report_run_state_check: [{ state: 'none of these' }],
  report_schedule_day_check: [{ day: 0 }, { day: 29 }],
  report_schedule_hour_check: [{ hour: -1 }, { hour: 24 }],
  requirement_delivery_state_check: [{ state: 'none of these', done_at: NOW }],
  requirement_message_kind_check: [{ kind: 'none of these', requirement_id: ID }],
  requirement_delivery_done_check: [{ state: 'sent' }, { done_at: NOW }],
  requirement_message_digest_check: [{ kind: 'scheduled' }],
  requirement_subject_kind_check: [{ course_id: null }, { course_id: ID, exam_id: ID }],
  requirement_version_due_check: [{ due_days: null, due_from: null }, { due_on: NOW }],
  requirement_version_from_check: [{ due_from: null }],
  requirement_version_until_check: [
    { since: null, until: NOW },
    { since: NOW, until: BEFORE },
  ],
  approval_chain_flow_type_check: [{ flow_type: 'none of these' }],
  approval_chain_revision_check: [{ revision: 0 }],
  policy_kind_check: [{ kind: 'none of these' }],
  policy_revision_check: [{ revision: 0 }],
  annual_statement_person_check: [{ user_name: 'Li' }],
  annual_statement_organisation_check: [
    { organisation_id: '00000000-0000-4000-8000-000000000001', department: 'East' },
  ],
  annual_statement_people_check: [{ people: null }],
  certificate_choice_holder_name_check: [{ holder_name: 'none of these' }],
  terminal_code_check: [{ code_hash: null, code_expires_at: NOW }],
  terminal_revoked_check: [{ revoked_at: NOW, token_hash: '\\x00' }],
  member_preference_time_zone_check: [{ time_zone: '' }],
  ranking_choice_names_check: [{ names: 'none of these' }],
  training_material_shown_check: [{ shown: 'none of these' }],
  training_material_target_check: [{ url: null }],
  message_template_revision_check: [{ revision: 0 }],
  rubric_pass_mark_check: [{ pass_mark: 101 }],
  department_name_check: [{ name: 'a/b' }],
  department_revision_check: [{ revision: 0 }],
  member_merge_pair_check: [{ removed_id: ID, kept_id: ID }],
  member_invitation_times_check: [{ times: 0 }],
  enterprise_user_superior_check: [{ user_id: ID, superior_id: ID }],
  position_revision_check: [{ revision: 0 }],
  document_result_check: [
    { page_count: null, problem: null },
    { page_count: 1, problem: 'broken' },
  ],
  enterprise_user_erased_check: [
    { erased_at: NOW, status: 'active' },
    { erased_at: NOW, status: 'disabled', employee_no: '1' },
    { erased_at: NOW, status: 'disabled', is_admin: true },
  ],
  enterprise_user_sex_check: [{ sex: 0 }, { sex: 3 }],
  enterprise_user_user_type_check: [{ user_type: 0 }, { user_type: 4 }],
  exam_accommodation_break_check: [
    { breaks: 1, break_seconds: 0 },
    { breaks: 0, break_seconds: 60 },
  ],
  exam_accommodation_break_seconds_check: [
    { breaks: 1, break_seconds: -1 },
    { breaks: 1, break_seconds: 7201 },
  ],
  exam_accommodation_breaks_check: [
    { breaks: -1, break_seconds: 60 },
    { breaks: 21, break_seconds: 60 },
  ],
  exam_accommodation_extra_percent_check: [{ extra_percent: -1 }, { extra_percent: 301 }],
  exam_accommodation_extra_seconds_check: [{ extra_seconds: -1 }, { extra_seconds: 36_001 }],
  exam_accommodation_period_check: [{ valid_from: NOW, valid_until: NOW }],
  exam_accommodation_window_after_seconds_check: [{ window_after_seconds: -1 }, { window_after_seconds: 2_592_001 }],
  exam_allowance_window_check: [
    { window_start: NOW, window_end: null },
    { window_start: NOW, window_end: BEFORE },
  ],
  exam_audience_course_check: [{ audience: 'course', course_id: null }],
  exam_appeal_days_check: [{ appeal_days: -1 }, { appeal_days: 3651 }],
  exam_marker_group_course_check: [{ marker_group: 'course', course_id: null }],
  exam_break_period_check: [{ started_at: NOW, ended_at: BEFORE }],
  exam_resit_window_check: [{ window_start: NOW, window_end: NOW }],
  exam_section_difficulty_check: [{ difficulty: 0 }, { difficulty: 5 }],
  exam_action_seconds_check: [
    { kind: 'message', seconds: 60 },
    { kind: 'extension', seconds: null },
    { kind: 'extension', seconds: 0 },
  ],
  exam_attempt_paused_check: [{ status: 'submitted', submitted_at: NOW, paused_at: NOW }],
  exam_attempt_void_check: [
    { voided_at: NOW },
    { void_reason: 'Copied' },
    { void_uses: true },
    { voided_at: NOW, void_reason: 'Copied', void_uses: true },
  ],
  exam_attempt_closed_check: [
    { status: 'submitted', submitted_at: null },
    { status: 'open', submitted_at: NOW },
  ],
  exam_attempt_passed_check: [
    { status: 'marked', submitted_at: NOW, passed: null },
    { status: 'submitted', submitted_at: NOW, passed: true },
  ],
  exam_attempt_status_check: [{ status: 'none of these', submitted_at: NOW }],
  exam_attempt_unmarked_count_check: [
    { status: 'marked', submitted_at: NOW, passed: true, paper: JSON.stringify([{ questionId: 'q', type: 'short' }]) },
  ],
  exam_regrade_number_check: [{ number: 0 }],
  exam_revision_check: [{ revision: 0 }],
  exam_switch_appeal_decided_check: [
    { decision: 'upheld', decided_at: null },
    { decision: null, decided_at: NOW },
  ],
  exam_switch_appeal_decision_check: [{ decision: 'none of these', decided_at: NOW }],
  exam_result_lists_check: [{ scores: '{1}' }, { chosen: '{x}' }, { seconds: '{1}' }, { question_ids: `{${ID}}` }],
  exam_result_versions_check: [{ versions: '{1}' }],
  exam_certificate_need_check: [{ course_id: null, task_id: null }],
  exam_certificate_months_check: [{ certificate_months: 0 }, { certificate_months: 601 }],
  exam_deleted_check: [
    { deleted_at: NOW, published: true, practice: false },
    { deleted_at: NOW, published: false, practice: true },
  ],
  exam_mark_step_check: [{ mark_step: 0.2 }],
  exam_markers_check: [{ markers: 0 }, { markers: 3 }],
  exam_switch_policy_limit_check: [{ switch_policy: 'limit', switch_limit: 0 }],
  exam_trial_check: [
    { trial_of: ID, published: true },
    { trial_of: ID, published: false, practice: true },
  ],
  exam_window_check: [{ window_start: NOW, window_end: NOW }],
  export_record_export_status_check: [{ export_status: 0 }, { export_status: 4 }],
  file_height_check: [{ height: 0 }],
  file_width_check: [{ width: 0 }],
  label_label_type_check: [{ label_type: 0 }],
  label_deleted_check: [{ deleted_at: NOW, published: true }],
  label_revision_check: [{ revision: 0 }],
  community_setting_revision_check: [{ revision: 0 }],
  login_setting_revision_check: [{ revision: 0 }],
  flow_instance_step_check: [
    { step: 2, step_count: 0 },
    { step: 0, step_count: 2 },
    { step: 3, step_count: 2 },
  ],
  flow_instance_step_count_check: [{ step_count: 6 }],
  flow_step_decided_check: [
    { outcome: 'approved', decided_by: null, decided_at: NOW },
    { outcome: 'approved', decided_by: ID, decided_at: null },
    { outcome: null, decided_by: ID, decided_at: NOW },
  ],
  flow_step_outcome_check: [{ outcome: 'none of these', decided_by: ID, decided_at: NOW }],
  flow_step_step_check: [{ step: 0 }, { step: 6 }],
  ledger_entry_amount_check: [{ amount: 0 }],
  ledger_entry_hours_check: [
    { kind: 'hours', hour_kind: null },
    { kind: 'points', hour_kind: 'other' },
  ],
  ledger_entry_kind_check: [{ kind: 'none of these', hour_kind: null }],
  ledger_total_kind_check: [{ kind: 'none of these', hour_kind: '' }],
  ledger_total_hours_check: [
    { kind: 'hours', hour_kind: '' },
    { kind: 'points', hour_kind: 'other' },
  ],
  marking_answer_given_check: [{ given: 2, needed: 1, score: 1 }],
  marking_answer_held_check: [{ held_by: null, held_until: NOW }],
  marking_answer_needed_check: [{ needed: 0, given: 0, score: 1 }, { needed: 4 }],
  marking_answer_score_check: [{ score: -1, given: 1 }],
  marking_answer_score_given_check: [{ score: 1 }, { given: 1, score: null }],
  marking_appeal_answered_check: [{ state: 'upheld' }, { answered_at: NOW }, { mark_after: 1 }],
  marking_appeal_mark_after_check: [
    { state: 'upheld', answered_at: NOW, answered_by: ID, answer: 'Yes', mark_after: -1 },
  ],
  marking_appeal_state_check: [{ state: 'none of these', answered_at: NOW, answered_by: ID, answer: 'No' }],
  mistake_right_in_row_check: [{ right_in_row: -1 }],
  mistake_source_check: [{ run_id: null }, { attempt_id: ID }],
  mistake_wrong_count_check: [{ wrong_count: 0 }],
  practice_answer_right_check: [{ right: true, checked_at: null }],
  practice_preference_right_in_row_check: [{ right_in_row: 0 }, { right_in_row: 4 }],
  practice_run_answered_count_check: [
    { answered_count: -1, right_count: 0 },
    { question_count: 1, answered_count: 2 },
  ],
  practice_run_kind_check: [{ kind: 'none of these', bank_id: null }],
  practice_run_question_count_check: [{ question_count: 0 }],
  practice_run_right_count_check: [{ right_count: -1 }, { answered_count: 1, right_count: 2 }],
  practice_run_source_check: [{ bank_id: null }, { kind: 'mistakes' }],
  question_bank_practice_check: [{ practice: 'none of these' }],
  marking_mark_round_check: [{ round: 0 }, { round: 4 }],
  moderation_case_closed_at_check: [
    { state: 'closed', closed_at: null },
    { state: 'open', closed_at: NOW },
  ],
  moderation_case_state_check: [{ state: 'none of these', closed_at: null }],
  user_certificate_revoked_with_pass_check: [{ revoked_with_pass: true }],
  moderation_case_subject_check: [
    { post_id: null, comment_id: null },
    { post_id: ID, comment_id: ID },
  ],
  moderation_decision_appeal_check: [
    { appeal: 'text', appealed_at: NOW, appeal_state: null },
    { appeal: null, appealed_at: NOW, appeal_state: 'pending' },
  ],
  moderation_decision_appeal_decided_check: [
    { ...APPEALED, appeal_state: 'accepted' },
    { ...APPEALED, appeal_state: 'pending', appeal_decided_at: NOW, appeal_decided_by: ID },
    { ...APPEALED, appeal_state: 'accepted', appeal_decided_at: NOW, appeal_decided_by: null },
  ],
  moderation_decision_appeal_state_check: [
    { ...APPEALED, appeal_state: 'none of these', appeal_decided_at: NOW, appeal_decided_by: ID },
  ],
  nav_item_nav_menu_type_check: [{ nav_menu_type: 0 }],
  questionnaire_completion_anonymous_check: [
    { anonymous: true, answers: '{}' },
    { anonymous: false, answers: null },
  ],
  post_accepted_answer_id_check: [{ kind: 'blog', title: 'Title', accepted_answer_id: ID }],
  post_draft_kind_check: [{ kind: 'none of these', question_id: null }],
  post_draft_question_id_check: [
    { kind: 'answer', question_id: null },
    { kind: 'blog', question_id: ID },
  ],
  post_draft_revision_check: [{ revision: 0 }],
  post_draft_subject_id_check: [{ kind: 'question', subject_type: 'course', subject_id: null }],
  post_draft_subject_place_check: [
    { kind: 'question', subject_type: 'course', subject_id: ID, subject_place: '{"page":1}' },
    { kind: 'question', subject_type: null, subject_id: null, subject_place: '{"page":1}' },
  ],
  post_draft_subject_type_check: [{ kind: 'question', subject_type: 'none of these', subject_id: ID }],
  post_duplicate_of_check: [
    { kind: 'blog', title: 'Title', duplicate_of: randomUUID() },
    { id: ID, kind: 'question', title: 'Title', duplicate_of: ID },
  ],
  post_kind_check: [{ kind: 'none of these', title: 'Title' }],
  post_question_id_check: [
    { kind: 'answer', title: null, question_id: null },
    { kind: 'blog', title: 'Title', question_id: ID },
  ],
  post_revision_check: [{ revision: 0 }],
  post_subject_id_check: [{ subject_type: 'course', subject_id: null }],
  post_subject_place_check: [
    { subject_type: 'course', subject_id: ID, subject_place: '{"page":1}' },
    { subject_type: null, subject_id: null, subject_place: '{"page":1}' },
  ],
  post_subject_type_check: [{ subject_type: 'none of these', subject_id: ID }],
  post_title_check: [
    { kind: 'blog', title: null },
    { kind: 'answer', question_id: ID, title: 'Title' },
  ],
  post_version_revision_check: [{ revision: 0 }],
  website_languages_check: [{ languages: 'en,zh,en' }],
  website_mobile_site_check: [{ mobile_site: 'http://m.example.org' }],
  project_period_check: [{ start_at: NOW, end_at: NOW }],
  project_stage_date_check: [{ opens: 'date', start_at: null }],
  project_stage_opens_check: [{ opens: 'none of these' }],
  project_stage_period_check: [{ start_at: NOW, end_at: NOW }],
  question_version_number_check: [{ number: 0 }],
  question_deleted_check: [{ deleted_at: NOW, published: true }],
  question_version_texts_check: [{ texts: '{}' }],
  question_difficulty_check: [{ difficulty: 0 }, { difficulty: 5 }],
  reaction_rating: [{ rating: 0 }, { rating: 6 }],
  resource_progress_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  search_document_type_check: [{ type: 0 }, { type: 9 }],
  study_clock_room_check: [
    { room_type: 'project', room_id: null },
    { room_type: null, room_id: ID },
  ],
  study_clock_room_type_check: [{ room_type: 'none of these', room_id: ID }],
  study_note_place_check: [
    { position: 1, unit: null },
    { position: null, unit: 'page' },
  ],
  study_note_position_check: [{ position: -1, unit: 'second' }],
  study_note_unit_check: [{ position: 1, unit: 'none of these' }],
  study_task_item_subject_check: [
    { course_id: ID, exam_id: ID },
    { course_id: null, exam_id: null },
    { coaching_plan_id: ID },
  ],
  live_session_period_check: [{ end_at: BEFORE, start_at: NOW }],
  live_session_required_percent_check: [{ required_percent: 0 }, { required_percent: 101 }],
  live_broadcast_bytes_check: [{ bytes: -1 }],
  live_broadcast_failures_check: [{ failures: -1 }],
  live_broadcast_height_check: [{ height: 0 }, { height: 1921 }],
  live_broadcast_next_number_check: [{ next_number: -1 }],
  live_broadcast_number_check: [{ number: 0 }],
  live_broadcast_resume_ms_check: [{ resume_ms: -1 }],
  live_broadcast_resume_number_check: [{ resume_number: -1 }],
  live_broadcast_resume_offset_check: [{ resume_offset: -1 }],
  live_broadcast_segment_count_check: [{ segment_count: -1 }],
  live_broadcast_width_check: [{ width: 0 }, { width: 1921 }],
  live_session_slow_mode_seconds_check: [{ slow_mode_seconds: -1 }, { slow_mode_seconds: 3601 }],
  coaching_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  coaching_pair_check: [{ learner_id: ID, mentor_id: ID }],
  coaching_plan_required_check: [{ required_meetings: 0, required_goals: 0 }],
  coaching_meeting_confirmed_check: [{ state: 'proposed', learner_confirmed_at: NOW }],
  study_task_period_check: [{ start_at: NOW, end_at: NOW }],
  study_task_task_type_check: [{ task_type: 0 }, { task_type: 5 }],
  study_task_user_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  subject_total_rating_counts_check: [{ rating_counts: [1, 2, 3, 4] }],
  user_certificate_revoked_check: [
    { revoked_at: NOW, revoke_reason: null },
    { revoked_at: null, revoke_reason: 'Lost' },
  ],
  user_certificate_validity_check: [{ issued_at: NOW, expires_at: BEFORE }],
  zone_category_check: [
    { relation_type: 5, category_id: null },
    { relation_type: 2, category_id: ID },
  ],
  zone_relation_type_check: [{ relation_type: 0 }, { relation_type: 8 }],
  training_attendance_corrected_check: [{ corrected_at: NOW, correct_reason: null }],
  training_attendance_signed_check: [{ signed_in_at: NOW, sign_way: null }],
  training_attendance_score_check: [{ score: -1 }, { score: 100_001 }],
  training_cost_amount_check: [{ amount: -1 }],
  training_room_capacity_check: [{ capacity: 0 }],
  category_deleted_check: [{ deleted_at: NOW, published: true }],
  training_session_revision_check: [{ revision: 0 }],
  training_seat_position_check: [{ position: 0 }],
  training_session_capacity_check: [{ capacity: 0 }],
  training_session_confirmed_check: [
    { status: 'closed', confirmed_at: null },
    { status: 'planned', confirmed_at: NOW },
  ],
  training_session_latitude_check: [{ latitude: 91, longitude: 0, radius: 100 }],
  training_session_location_check: [{ latitude: 1, longitude: 1, radius: null }],
  training_session_longitude_check: [{ latitude: 0, longitude: 181, radius: 100 }],
  training_session_period_check: [{ start_at: NOW, end_at: NOW }],
  training_session_radius_check: [{ latitude: 0, longitude: 0, radius: 0 }],
};

/** Further values that a row needs to violate only this foreign key. */
const BESIDE: Record<string, () => Promise<Values>> = {
  appeal_reversed_by_member_fk: () => Promise.resolve({ reversed_at: NOW, reverse_reason: 'Wrong person' }),
  approval_step_user_id_member_fk: () => Promise.resolve({ approver: 'member' }),
  flow_step_decided_by_member_fk: () => Promise.resolve({ outcome: 'approved', decided_at: NOW }),
  comment_deleted_by_member_fk: () => Promise.resolve({ deleted_at: NOW }),
  comment_reply_to_user_id_member_fk: async () => {
    const parent = await insertRow(client, tables, 'public.comment', { enterprise_id: enterpriseId });
    return { parent_id: parent['id'] };
  },
  moderation_case_post_fk: () => Promise.resolve({ comment_id: null }),
  moderation_decision_appeal_decided_by_member_fk: () =>
    Promise.resolve({ ...APPEALED, appeal_state: 'accepted', appeal_decided_at: NOW }),
  post_accepted_answer_fk: () => Promise.resolve({ kind: 'question', title: 'Title' }),
  post_draft_question_fk: () => Promise.resolve({ kind: 'answer' }),
  post_duplicate_of_fk: () => Promise.resolve({ kind: 'question', title: 'Title' }),
  post_question_fk: () => Promise.resolve({ kind: 'answer', title: null }),
  study_task_item_enterprise_id_coaching_plan_id_coaching_plan_en: () => Promise.resolve({ course_id: null }),
  zone_enterprise_id_category_id_category_enterprise_id_id_fk: () => Promise.resolve({ relation_type: 5 }),
};

/** Inserts a row in a transaction that is rolled back. @returns the result or the SQLSTATE */
async function attempt(table: string, values: Values, unless?: string): Promise<string> {
  await client.query(`begin; set local app.enterprise_id = '${enterpriseId}'`);
  try {
    const tenanted = tables.get(table)!.columns.some(({ name }) => name === 'enterprise_id');
    const more = await BESIDE[unless ?? '']?.();
    const all = { ...(tenanted ? { enterprise_id: enterpriseId } : {}), ...more, ...values };
    await insertRow(client, tables, table, all, unless);
    return 'accepted';
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    return `${code} ${constraint ?? (error as Error).message}`;
  } finally {
    await client.query('rollback');
  }
}

it('accepts valid rows', async () => {
  const wrong: string[] = [];
  for (const table of tables.keys()) {
    const answer = await attempt(table, {});
    if (answer !== 'accepted') wrong.push(`${table}: ${answer}`);
  }
  expect(wrong).toEqual([]);
});

it('rejects rows that violate a CHECK, with SQLSTATE 23514', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [table, { columns, checks }] of tables) {
    for (const { name, columns: of } of checks) {
      const isText = columns.find((column) => column.name === of[0])!.type === 'text';
      const sets = VIOLATIONS[name] ?? (of.length === 1 ? [{ [of[0]!]: isText ? 'none of these' : -1 }] : []);
      if (sets.length === 0) wrong.push(`${name}: no violation`);
      for (const values of sets) {
        tried++;
        const answer = await attempt(table, values);
        if (answer !== `23514 ${name}`) wrong.push(`${name} ${JSON.stringify(values)}: ${answer}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(150);
});

/** Values that a CHECK wants beside a reference. */
const BESIDES: Record<string, Values> = {
  'public.annual_statement.user_id': { user_name: 'Li', people: null },
  'public.exam.trial_of': { published: false, practice: false },
  'public.evaluation_form.resource_id': { kind: 'practice' },
  'public.marking_answer.held_by': { held_until: NOW },
  'public.marking_appeal.answered_by': { state: 'declined', answered_at: NOW, answer: 'No' },
  'public.mistake.attempt_id': { run_id: null },
  'public.practice_run.exam_id': { kind: 'exam', bank_id: null },
  'public.requirement_message.requirement_id': { kind: 'scheduled' },
  'public.requirement_subject.certificate_id': { course_id: null },
  'public.requirement_subject.exam_id': { course_id: null },
  'public.requirement_subject.project_id': { course_id: null },
  'public.study_task_item.evaluation_form_id': { course_id: null },
  'public.training_material.file_id': { url: null },
};

it('rejects references to missing rows, with SQLSTATE 23503', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [table, { keys, columns: all }] of tables) {
    const isOfValues = (column: string) =>
      all.some(({ name, type }) => name === column && ['boolean', 'integer'].includes(type));
    for (const { name, columns } of keys) {
      tried++;
      const own = columns.filter((column) => column !== 'enterprise_id' && !isOfValues(column));
      const nowhere = Object.fromEntries((own.length ? own : columns).map((column) => [column, randomUUID()]));
      const answer = await attempt(table, { ...nowhere, ...BESIDES[`${table}.${own[0]}`] }, name);
      if (answer !== `23503 ${name}`) wrong.push(`${name}: ${answer}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(80);
});

it('has a foreign key to a member for every column that refers to a user', async () => {
  const wrong: string[] = [];
  for (const [table, { columns, keys }] of tables) {
    if (!table.startsWith('public.') || table === 'public.audit_log' || table === 'public.enterprise_user') continue;
    for (const { name } of columns.filter(({ name }) =>
      /(^|_)(user_id|buyer_id|applicant_id|approver_id)$|_by$/.test(name),
    )) {
      const key = keys.find((candidate) => candidate.columns.join() === `enterprise_id,${name}`);
      if (key?.target !== 'public.enterprise_user') wrong.push(`${table}.${name}`);
    }
  }
  // `closed_by` does not refer to a user; users who upload files or accept texts need not be members
  // (docs/decisions/034).
  const others = ['public.exam_attempt.closed_by', 'public.file.uploaded_by', 'public.user_consent.user_id'];
  expect(wrong.sort()).toEqual(others);
});

it('has only validated constraints, and row level security forced on all tables', async () => {
  const { rows } = await client.query(`
    select conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ('public', 'portal') and not convalidated
    union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relforcerowsecurity`);
  expect(rows).toEqual([]);
});
