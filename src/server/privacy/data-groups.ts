import type { DataGroup } from '#src/contract/privacy.ts';

/** Names of tables by what they are about for their member; the first match counts. */
const GROUPS: [DataGroup, RegExp][] = [
  [
    'profile',
    /^(user_account|enterprise_user|member_|role_grant|planned_transfer|department|contact_|imported_person|person_import)/,
  ],
  [
    'signIn',
    /^(user_session|session_handoff|user_identity|login_attempt|terminal_|user_totp|recovery_code|passkey|pending_sign_in)/,
  ],
  ['consents', /^user_consent/],
  ['certificates', /^(user_certificate|certificate_choice)/],
  ['record', /^(ledger_|ranking_|check_in|annual_statement)/],
  ['exams', /^(exam_|marking_|mistake|practice_|question_|rehearsal)/],
  ['classes', /^(training_|live_)/],
  ['evaluations', /^(evaluation|evidence_|coaching)/],
  ['requirements', /^requirement/],
  [
    'learning',
    /^(resource_|course_(progress|renewal|registration|person)|project_registration|study_|appeal|questionnaire_|announcement_)/,
  ],
  ['community', /^(post|comment|reaction|label_|answer_|community_|moderation_)/],
  ['requests', /^(flow_|approval_|course_order|course_seat|cart_|enterprise_info|organisation_invoice)/],
  ['messages', /^(notice|digest_|reminder_|calendar_)/],
  ['work', /^(lecturer|teaching_|content_|course_import|media_|report|saved_view|bulk_|export_)/],
  ['files', /^file$/],
  ['log', /^audit_/],
];

/** Returns what a table of `PERSON_TABLES` is about. @throws Error for a table that no group has (programming error; a test finds it) */
export function groupOf(table: string): DataGroup {
  const name = table.replace(/^portal\./, '');
  const found = GROUPS.find(([, pattern]) => pattern.test(name));
  if (!found) throw new Error(`${name} belongs to no group of personal data`);
  return found[0];
}
