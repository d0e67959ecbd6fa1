/**
 * Features whose public components a feature may use. Ordered: a feature may only use features above it, so that the
 * imports between features have no cycle; a test fails on unused entries.
 */
export const FEATURES = {
  search: [],
  header: ['search'],
  login: [],
  editor: [],
  exam: ['editor'],
  knowledge: [],
  comment: [],
  practice: ['editor'],
  community: ['knowledge', 'comment', 'editor'],
  info: [],
  cart: [],
  people: [],
  evaluation: ['people'],
  coaching: ['people'],
  company: ['login'],
  questionnaire: ['editor'],
  admin: ['header', 'company', 'people', 'editor', 'questionnaire'],
  invigilation: ['exam', 'admin'],
  marking: ['exam', 'editor', 'admin'],
  note: ['editor'],
  appeal: [],
  account: ['login', 'info', 'cart', 'evaluation', 'note', 'appeal'],
  analysis: ['exam', 'account', 'admin'],
  training: ['account', 'appeal', 'people'],
  sign: ['account'],
  watch: ['knowledge', 'community', 'training', 'evaluation', 'questionnaire', 'note', 'appeal'],
  live: ['account', 'appeal', 'watch'],
  landing: ['knowledge'],
  home: ['account', 'sign'],
};
checkOrder('FEATURES', Object.entries(FEATURES));

/**
 * Domains of the server, ordered: a domain may only use domains above it, so that the imports between domains have no
 * cycle. `shows`: the files that other domains may import; all other files of a domain are private. A domain owns the tables that
 * its `tables.ts` declares: nobody else writes them. `reads`: tables of others, by their owner, that its statements may read.
 */
export const DOMAINS = {
  search: {
    uses: [],
    shows: ['find-similar.ts', 'has-keyword.ts'],
    reads: {
      file: ['file'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      announcement: ['announcement', 'announcement_recipient'],
      course: ['category', 'course', 'course_resource', 'project'],
      exam: ['exam', 'exam_attempt'],
      community: ['community_setting', 'post'],
      site: ['article'],
    },
  },
  file: {
    uses: [],
    shows: [
      'convert-video.ts',
      'encode-picture.ts',
      'ffmpeg.ts',
      'file-rows.ts',
      'file-url.ts',
      'make-rendition.ts',
      'own-pictures.ts',
      'media-duration.ts',
      'own-upload.ts',
      'receive-parts.ts',
      'rendition-row.ts',
      'replace-file.ts',
      'rendition.ts',
      'serve-file.ts',
      'store.ts',
    ],
    reads: {
      site: ['website'],
    },
  },
  message: {
    uses: [],
    shows: ['edit-templates.ts', 'texts.ts'],
    reads: {
      company: ['enterprise_info'],
    },
  },
  notice: {
    uses: ['message'],
    shows: [
      'dashboard.ts',
      'digest.ts',
      'read-notice-of.ts',
      'rename-in-notices.ts',
      'send-notice.ts',
      'send-with-reminders.ts',
    ],
    reads: {
      account: ['enterprise_user'],
    },
  },
  export: {
    uses: ['file'],
    shows: [
      'export-list.ts',
      'people-condition.ts',
      'read-rows.ts',
      'request-export.ts',
      'requester.ts',
      'studied-columns.ts',
      'write-csv.ts',
      'write-sheet.ts',
    ],
    reads: {
      account: ['enterprise_user', 'user_account'],
    },
  },
  flow: {
    uses: ['notice', 'export'],
    shows: [
      'chains.ts',
      'dashboard.ts',
      'latest-instances.ts',
      'page-instances.ts',
      'start-flow.ts',
      'view-instance.ts',
    ],
    reads: {
      organisation: ['department'],
      account: ['enterprise_user', 'role_grant'],
    },
  },
  bulk: {
    uses: [],
    shows: ['start-bulk.ts'],
    reads: {
      account: ['enterprise_user'],
    },
  },
  organisation: {
    uses: [],
    shows: ['audience.ts'],
    reads: {
      account: ['enterprise_user', 'role_grant'],
      exam: ['exam_target'],
      study: ['study_task_rule'],
    },
  },
  lecturer: {
    uses: ['file'],
    shows: ['lecturer-kind.ts', 'page-lecturers.ts', 'record-lesson.ts', 'select-lecturers.ts', 'teaching-hours.ts'],
    reads: {
      file: ['file'],
      account: ['enterprise_user'],
      course: ['course'],
    },
  },
  account: {
    uses: ['message', 'file', 'flow'],
    shows: [
      'insert-member.ts',
      'invitation/invitation-state.ts',
      'invitation/invite-member.ts',
      'login-methods/login-methods.ts',
      'login-methods/portal-authentication.ts',
      'person/change-member.ts',
      'person/change-members.ts',
      'person/contact-people.ts',
      'person/erase-account.ts',
      'person/find-member.ts',
      'person/person-history.ts',
      'person/member-status.ts',
      'person/merge-member.ts',
      'person/phone-search.ts',
      'person/reset-password.ts',
      'person/transfer.ts',
      'person/write-member.ts',
      'read-member.ts',
      'session/device-of.ts',
      'session/handoff.ts',
      'session/place-of.ts',
      'sign-in.ts',
    ],
    reads: {
      core: ['enterprise'],
      organisation: ['department', 'position'],
      notice: ['notice'],
      flow: ['flow_instance'],
      announcement: ['announcement', 'announcement_read_mark', 'announcement_recipient', 'announcement_user_record'],
      order: ['cart_item'],
      record: ['ledger_total', 'user_certificate'],
      site: ['article', 'article_version'],
    },
  },
  announcement: {
    uses: ['file', 'notice', 'export', 'account'],
    shows: ['announcement-kind.ts', 'audience-choices.ts', 'published.ts', 'receipts.ts'],
    reads: {
      organisation: ['department', 'position'],
      account: ['enterprise_user'],
      file: ['file'],
      community: ['subject_total'],
    },
  },
  policy: {
    uses: [],
    shows: ['policies.ts', 'rules-sql.ts'],
    reads: {},
  },
  order: {
    uses: ['file', 'export', 'flow', 'account', 'policy'],
    shows: ['erase-from-carts.ts', 'purchase-state.ts', 'seat-conditions.ts'],
    reads: {
      flow: ['flow_instance', 'flow_log'],
      account: ['enterprise_user', 'user_account'],
      course: ['course'],
      study: ['course_progress'],
    },
  },
  record: {
    uses: ['bulk', 'notice', 'export', 'flow', 'lecturer', 'account', 'policy', 'order'],
    shows: [
      'certificate/certificate-history.ts',
      'certificate/course-certificate.ts',
      'dashboard.ts',
      'issue-certificate.ts',
      'merge-record.ts',
      'post-entry.ts',
      'reverse-entry.ts',
    ],
    reads: {
      flow: ['flow_instance'],
      lecturer: ['lecturer', 'teaching_record'],
      account: ['enterprise_user', 'member_merge'],
      course: ['course'],
      study: ['course_progress'],
      exam: ['exam', 'exam_attempt'],
      community: ['comment'],
    },
  },
  course: {
    uses: ['search', 'file', 'export', 'flow', 'order'],
    shows: [
      'catalogue-sql.ts',
      'catalogue-tree.ts',
      'category-and-below.ts',
      'course-card.ts',
      'edit/categories.ts',
      'edit/course-document.ts',
      'edit/item-types.ts',
      'edit/project-rows.ts',
      'edit/read-course.ts',
      'edit/write-course.ts',
      'item-locks.ts',
      'page-courses.ts',
      'progress.ts',
      'project/page-projects.ts',
      'project/read-projects.ts',
      'read-catalogue.ts',
      'session-resource.ts',
      'study-state.ts',
    ],
    reads: {
      organisation: ['department'],
      requirement: ['requirement_assignment', 'requirement_subject', 'requirement_version'],
      file: ['file'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      study: ['course_progress', 'resource_progress'],
      document: ['document'],
      community: ['subject_total'],
      site: ['zone'],
    },
  },
  study: {
    uses: ['organisation', 'file', 'notice', 'export', 'flow', 'account', 'order', 'record', 'course'],
    shows: [
      'change-completions.ts',
      'complete-exam-resource.ts',
      'complete-resources.ts',
      'explain-resource.ts',
      'merge-study.ts',
      'own-courses.ts',
      'page-tasks.ts',
      'read-resource.ts',
      'read-tasks.ts',
      'renew-course.ts',
      'resource-progress.ts',
      'save-practical-operation.ts',
      'task-of.ts',
      'task/list-tasks.ts',
      'update-tasks.ts',
      'withdraw-exam-resource.ts',
      'write-media-questions.ts',
    ],
    reads: {
      organisation: ['department', 'position'],
      notice: ['notice'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      record: ['certificate', 'ledger_entry'],
      course: ['category', 'course', 'course_registration', 'course_resource', 'project', 'project_course'],
      coaching: ['coaching', 'coaching_plan'],
      evaluation: ['evaluation', 'evaluation_form', 'rubric'],
      exam: ['exam', 'exam_attempt'],
      media: ['media_caption'],
    },
  },
  coaching: {
    uses: ['notice', 'study'],
    shows: ['merge-coachings.ts'],
    reads: {
      account: ['enterprise_user'],
      study: ['study_task_item'],
    },
  },
  training: {
    uses: ['file', 'notice', 'export', 'lecturer', 'course', 'study'],
    shows: ['attendance-rule.ts', 'merge-attendance.ts', 'own-sessions.ts', 'save-room.ts', 'select-sessions.ts'],
    reads: {
      file: ['file'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      order: ['course_order', 'course_seat'],
      course: ['course', 'course_registration', 'course_resource'],
    },
  },
  evaluation: {
    uses: ['file', 'notice', 'export', 'study'],
    shows: ['merge-evaluations.ts'],
    reads: {
      organisation: ['department'],
      file: ['file'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      course: ['course', 'course_resource'],
      study: ['study_task', 'study_task_item', 'study_task_user'],
    },
  },
  document: {
    uses: ['file', 'study'],
    shows: [
      'ensure-document.ts',
      'entry-content.ts',
      'outline/read-outline.task.ts',
      'outline/read-outline.ts',
      'read-archive.ts',
    ],
    reads: {
      file: ['file', 'file_rendition'],
      course: ['course_resource'],
    },
  },
  media: {
    uses: ['file', 'course', 'document'],
    shows: ['folders.ts', 'quota.ts', 'upload/add-file.ts', 'upload/store-content.ts'],
    reads: {
      editing: ['content_item'],
      file: ['file', 'file_rendition', 'file_version'],
      announcement: ['announcement', 'announcement_attachment'],
      lecturer: ['lecturer'],
      course: ['course', 'course_resource', 'project'],
      study: ['resource_progress', 'resource_question'],
      training: ['training_material', 'training_session'],
      question: ['question', 'question_bank', 'question_file'],
      live: ['live_session'],
      site: ['article', 'banner', 'website'],
    },
  },
  questionnaire: {
    uses: ['export', 'course', 'study'],
    shows: ['edit-questionnaires.ts'],
    reads: {
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      course: ['course', 'course_resource'],
      study: ['course_progress'],
    },
  },
  question: {
    uses: ['file'],
    shows: ['bank/access.ts', 'mark-drawn.ts', 'sign-media.ts', 'write-questions.ts'],
    reads: {
      file: ['file'],
      account: ['enterprise_user'],
      exam: ['exam', 'exam_attempt', 'exam_question', 'exam_section'],
    },
  },
  exam: {
    uses: ['search', 'notice', 'export', 'order', 'record', 'course', 'study', 'question'],
    shows: [
      'absences.ts',
      'allowances.ts',
      'answer-langs.ts',
      'answer-shape.ts',
      'attempt/change-mark.ts',
      'attempt/change-result.ts',
      'attempt/close-attempt.ts',
      'attempt/close-expired.ts',
      'attempt/close-synthetic.ts',
      'attempt/finish-attempt.ts',
      'attempt/lock-attempt.ts',
      'attempt/merge-attempts.ts',
      'attempt/move-deadlines.ts',
      'audience-members.ts',
      'choose-questions.ts',
      'compose-paper.ts',
      'course-block.ts',
      'dashboard.ts',
      'draw-paper.ts',
      'exam-history.ts',
      'exam-states.ts',
      'exam-parts.ts',
      'follow-result.ts',
      'insert-exam.ts',
      'journal.ts',
      'limits.ts',
      'marker-of.ts',
      'markers-to-notify.ts',
      'progress.ts',
      'public-question.ts',
      'read-regrades.ts',
      'regrade-rule.ts',
      'regrade/page-other-exams.ts',
      'regrade/page-regrades.ts',
      'regrade/preview-regrade.ts',
      'regrade/save-regrade.ts',
      'regrade/view-regrade.ts',
      'review-times.ts',
      'score-paper.ts',
      'times.ts',
      'view-exam.ts',
      'view-result.ts',
      'withheld-questions.ts',
    ],
    reads: {
      organisation: ['department'],
      notice: ['notice'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      record: ['certificate', 'ledger_entry', 'user_certificate'],
      course: ['course', 'course_resource'],
      study: ['course_progress', 'study_task', 'study_task_user'],
      question: ['question', 'question_bank', 'question_version'],
      analysis: ['exam_result'],
      marking: ['marking_answer'],
    },
  },
  analysis: {
    uses: ['export', 'exam'],
    shows: [],
    reads: {
      account: ['enterprise_user'],
      record: ['user_certificate'],
      study: ['course_progress'],
      question: ['question'],
      exam: ['exam', 'exam_allowance', 'exam_answer', 'exam_attempt', 'exam_regrade', 'exam_target'],
    },
  },
  marking: {
    uses: ['notice', 'exam'],
    shows: ['delete-marks.ts'],
    reads: {
      account: ['enterprise_user'],
      question: ['question'],
      exam: ['exam', 'exam_attempt', 'exam_late_answer', 'exam_rejected_answer', 'exam_switch', 'exam_switch_appeal'],
    },
  },
  requirement: {
    uses: ['bulk', 'message', 'notice', 'export', 'organisation', 'study'],
    shows: ['merge-assignments.ts', 'person.ts'],
    reads: {
      core: ['enterprise'],
      notice: ['reminder_preference'],
      organisation: ['department', 'position'],
      account: ['enterprise_user', 'member_history', 'member_merge', 'user_account'],
      record: ['certificate', 'user_certificate'],
      course: ['course', 'project', 'project_course'],
      study: ['course_progress', 'course_renewal'],
      exam: ['exam', 'exam_attempt'],
      editing: ['content_version'],
    },
  },
  practice: {
    uses: ['course', 'exam'],
    shows: [],
    reads: {
      question: ['question', 'question_bank'],
      exam: ['exam', 'exam_attempt', 'exam_question', 'exam_section'],
    },
  },
  invigilation: {
    uses: ['notice', 'exam', 'marking'],
    shows: [],
    reads: {
      account: ['enterprise_user'],
      exam: [
        'exam',
        'exam_allowance',
        'exam_answer',
        'exam_attempt',
        'exam_journal_head',
        'exam_question',
        'exam_resit',
        'exam_section',
        'exam_switch',
      ],
      marking: ['marking_mark'],
    },
  },
  site: {
    uses: ['file', 'lecturer', 'course'],
    shows: ['article-kind.ts', 'create-website.ts', 'site-kind.ts'],
    reads: {
      core: ['audit_log', 'enterprise'],
      account: ['user_consent'],
      file: ['file'],
      lecturer: ['lecturer'],
      course: ['category', 'course', 'project'],
    },
  },
  editing: {
    uses: [
      'file',
      'lecturer',
      'announcement',
      'record',
      'course',
      'study',
      'questionnaire',
      'document',
      'media',
      'site',
    ],
    shows: ['versions.ts'],
    reads: {
      core: ['audit_log', 'enterprise'],
      file: ['file'],
      media: ['media_file', 'media_folder'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      announcement: ['announcement'],
      site: ['article'],
      course: ['category', 'course', 'course_resource', 'project', 'project_course', 'project_registration'],
      study: ['course_progress', 'resource_progress', 'study_task', 'study_task_item'],
      exam: ['exam'],
      community: ['subject_total'],
    },
  },
  history: {
    uses: ['message', 'export', 'flow', 'editing', 'account', 'policy', 'record', 'study', 'question', 'exam'],
    shows: [],
    reads: {
      core: ['audit_log', 'audit_subject'],
      account: ['enterprise_user'],
    },
  },
  'saved-view': {
    uses: [],
    shows: [],
    reads: {},
  },
  report: {
    uses: ['message', 'export'],
    shows: [],
    reads: {
      notice: ['reminder_preference'],
      organisation: ['department', 'position'],
      lecturer: ['lecturer', 'teaching_record'],
      account: ['enterprise_user', 'member_history', 'user_account'],
      order: ['course_order', 'course_order_item', 'course_seat'],
      record: ['certificate', 'ledger_entry', 'user_certificate'],
      course: ['category', 'course', 'course_resource', 'reaction'],
      study: ['course_progress'],
      training: ['training_cost', 'training_seat', 'training_session'],
      questionnaire: ['questionnaire', 'questionnaire_completion', 'questionnaire_sheet'],
      exam: ['exam', 'exam_attempt'],
      requirement: ['requirement', 'requirement_state'],
    },
  },
  ranking: {
    uses: ['file', 'policy'],
    shows: [],
    reads: {
      account: ['enterprise_user'],
      record: ['ranking_choice', 'ranking_total'],
    },
  },
  community: {
    uses: ['search', 'file', 'notice', 'announcement', 'record'],
    shows: ['moderation/screen-text.ts', 'rename-mentions.ts'],
    reads: {
      file: ['file'],
      notice: ['digest_preference'],
      lecturer: ['lecturer'],
      account: ['enterprise_user', 'user_account'],
      announcement: ['announcement'],
      record: ['ledger_entry'],
      course: ['course', 'course_resource', 'project', 'reaction'],
      study: ['course_progress'],
      exam: ['exam', 'exam_attempt'],
    },
  },
  live: {
    uses: ['file', 'export', 'course', 'study', 'community'],
    shows: ['attend.ts', 'merge-attendance.ts', 'own-classes.ts', 'read-session.ts'],
    reads: {
      file: ['file'],
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      course: ['course', 'course_resource'],
      study: ['resource_progress'],
    },
  },
  calendar: {
    uses: ['training'],
    shows: [],
    reads: {
      lecturer: ['lecturer'],
      course: ['course', 'course_resource'],
      training: ['training_assistant', 'training_cost', 'training_room', 'training_seat', 'training_session'],
      live: ['live_session'],
    },
  },
  home: {
    uses: ['file', 'notice', 'flow', 'account', 'announcement', 'record', 'study', 'training', 'exam', 'live'],
    shows: ['page-classes.ts'],
    reads: {},
  },
  'calendar-feed': {
    uses: ['study', 'exam', 'requirement', 'home'],
    shows: [],
    reads: { account: ['enterprise_user', 'member_preference', 'user_account'] },
  },
  appeal: {
    uses: ['notice', 'flow', 'record', 'course', 'study', 'training', 'exam', 'live'],
    shows: [],
    reads: {
      lecturer: ['lecturer'],
      account: ['enterprise_user'],
      record: ['ledger_entry'],
      course: ['course', 'course_resource'],
      study: ['course_progress', 'resource_progress', 'study_task_user'],
      training: ['training_attendance', 'training_seat', 'training_session'],
      live: ['live_session'],
    },
  },
  company: {
    uses: ['file', 'account', 'site'],
    shows: [],
    reads: {
      core: ['enterprise'],
      file: ['file'],
      account: ['enterprise_user', 'member_invitation', 'membership', 'user_account', 'user_session'],
      announcement: ['announcement'],
      course: ['course'],
      editing: ['content_item'],
      exam: ['exam'],
      requirement: ['requirement'],
      site: ['website'],
    },
  },
  rehearsal: {
    uses: ['account', 'question', 'exam', 'marking', 'site'],
    shows: [],
    reads: {
      core: ['enterprise'],
      account: ['enterprise_user'],
      exam: ['exam_answer', 'exam_attempt'],
    },
  },
  people: {
    uses: [
      'file',
      'export',
      'bulk',
      'account',
      'record',
      'study',
      'coaching',
      'training',
      'evaluation',
      'exam',
      'requirement',
      'live',
    ],
    shows: [],
    reads: {
      organisation: ['department', 'position'],
      account: [
        'contact_person',
        'enterprise_user',
        'member_edit',
        'member_invitation',
        'member_merge',
        'membership',
        'planned_transfer',
        'role_grant',
        'user_account',
        'user_identity',
        'user_session',
      ],
      course: ['course'],
      study: ['course_progress', 'study_task', 'study_task_user'],
      exam: ['exam', 'exam_attempt'],
      record: ['certificate', 'ledger_entry', 'ledger_total', 'user_certificate'],
      community: ['post'],
      requirement: ['requirement_assignment'],
    },
  },
  privacy: {
    uses: ['file', 'notice', 'export', 'flow', 'account', 'order', 'community'],
    shows: [],
    reads: {
      core: ['audit_subject', 'enterprise', 'rate_limit'],
      file: ['file'],
      notice: ['notice'],
      export: ['export_record'],
      flow: ['flow_instance'],
      lecturer: ['lecturer'],
      account: [
        'contact_person',
        'enterprise_user',
        'membership',
        'picture_code',
        'session_handoff',
        'user_account',
        'user_session',
        'verification_code',
      ],
      order: ['course_order'],
      coaching: ['coaching'],
      evaluation: ['evaluation', 'evidence_upload'],
      media: ['media_upload'],
      exam: ['exam_attempt'],
      practice: ['practice_run'],
      community: ['comment', 'moderation_case', 'post', 'post_version'],
      record: ['user_certificate'],
      requirement: ['requirement_message'],
    },
  },
};
checkOrder(
  'DOMAINS',
  Object.entries(DOMAINS).map(([name, { uses }]) => [name, uses]),
);

/** Tables of domains that the other parts of the server may read, by their owner; they write none. */
export const READS = {
  core: {
    account: ['user_account', 'user_consent'],
    exam: ['exam_answer', 'exam_attempt', 'exam_journal'],
    flow: ['flow_log'],
    record: ['ledger_entry', 'ledger_total', 'ranking_total'],
    study: ['study_refusal'],
    site: ['website'],
    company: ['enterprise_info'],
  },
  http: {
    announcement: ['announcement'],
    site: ['article', 'website'],
    community: ['community_setting', 'post'],
    course: ['course', 'project'],
    lecturer: ['lecturer'],
    account: ['enterprise_user'],
    file: ['file'],
  },
  content: { core: ['audit_log', 'enterprise'] },
  jobs: { core: ['enterprise'] },
  cli: { core: ['enterprise'] },
};

/** @throws Error when an entry of a list uses one that is not above it */
function checkOrder(list, entries) {
  const above = new Set();
  for (const [name, uses] of entries) {
    const wrong = uses.find((use) => !above.has(use));
    if (wrong) throw new Error(`import-rules.js: ${name} uses ${wrong}, which is not above it in ${list}`);
    above.add(name);
  }
}

/**
 * Allowed imports between parts (docs/architecture.md, section "Layers"): downward only. The single list, used by
 * eslint-plugin-boundaries. `types` may only be imported as types, so that zod is not in the browser bundles.
 */
const PARTS = {
  lib: { path: 'src/lib' },
  // Rules of domains that browser and server share: constants and pure functions, without zod.
  rules: { path: 'src/contract/rules', uses: ['lib'] },
  contract: { path: 'src/contract', uses: ['rules', 'lib'] },
  i18n: { path: 'src/i18n', uses: ['lib'] },
  client: { path: 'src/client', uses: ['rules', 'i18n', 'lib'], types: ['contract'] },
  components: { path: 'src/components', uses: ['rules', 'i18n', 'lib'], types: ['contract'] },
  feature: { path: 'src/features/*', uses: ['components', 'client', 'rules', 'i18n', 'lib'], types: ['contract'] },
  layouts: {
    path: 'src/layouts',
    uses: ['feature', 'components', 'client', 'rules', 'i18n', 'lib'],
    types: ['contract'],
  },
  pages: {
    path: 'src/pages',
    uses: ['feature', 'layouts', 'components', 'client', 'rules', 'i18n', 'lib'],
    types: ['contract'],
  },
  // Context, errors, settings, log, database: the base of all server code.
  core: { path: 'src/server/core', uses: ['contract', 'rules', 'i18n', 'lib'] },
  'embedded-postgres': { path: 'src/server/embedded-postgres', uses: ['core'] },
  http: { path: 'src/server/http', uses: ['domain', 'core', 'contract', 'rules', 'client', 'i18n', 'lib'] },
  jobs: { path: 'src/server/jobs', uses: ['domain', 'core', 'contract', 'rules', 'i18n', 'lib'] },
  // Formats of content packs, and what the importers of the domains share.
  pack: { path: 'src/server/pack', uses: ['core', 'contract', 'rules', 'i18n', 'lib'] },
  content: { path: 'src/server/content', uses: ['domain', 'pack', 'core', 'contract', 'rules', 'i18n', 'lib'] },
  cli: {
    path: 'src/server/cli',
    uses: ['demo', 'content', 'jobs', 'http', 'domain', 'pack', 'core', 'contract', 'rules', 'entry', 'i18n', 'lib'],
  },
  // Imports between domains: see DOMAINS.
  domain: { path: 'src/server/*', uses: ['pack', 'core', 'contract', 'rules', 'i18n', 'lib'] },
  // The demo tenants.
  demo: { path: 'src/demo', uses: ['content', 'pack', 'core', 'lib'] },
  // `fetch.ts`, the pipeline of every request.
  entry: { path: 'src', uses: ['http', 'domain', 'core', 'client', 'i18n', 'lib'] },
};

const element = (type, name) => ({ element: { type, ...(name && { captured: { name } }) } });

/** `boundaries/elements`: the first match is used, so inner folders come before outer ones. */
export const elements = Object.entries(PARTS).map(([type, { path }]) => ({
  type,
  pattern: path,
  partialMatch: false,
  ...(path.endsWith('*') ? { capture: ['name'] } : {}),
}));

const allowed = Object.entries(PARTS).flatMap(([type, { uses = [], types = [] }]) => [
  ...(uses.length ? [{ from: element(type), allow: { to: element(uses) } }] : []),
  ...(types.length ? [{ from: element(type), allow: { to: element(types), dependency: { kind: 'type' } } }] : []),
]);

/** Options of `boundaries/dependencies`. Imports inside one part are always allowed; each feature is one part. */
export const dependencies = {
  default: 'disallow',
  message: '{{from.element.type}} must not import {{to.element.type}} (docs/architecture.md, section "Layers")',
  policies: [
    ...allowed,
    ...Object.entries(FEATURES).flatMap(([name, uses]) =>
      uses.map((use) => ({ from: element('feature', name), allow: { to: element('feature', use) } })),
    ),
    ...Object.entries(DOMAINS).flatMap(([name, { uses }]) =>
      uses.map((use) => ({
        from: element('domain', name),
        allow: { to: { element: { type: 'domain', captured: { name: use }, fileInternalPath: DOMAINS[use].shows } } },
      })),
    ),
    // Foreign keys refer to the tables of other domains, and statements read them: which ones, says `reads`, which
    // `tests/repo/ownership.test.ts` checks.
    ...['core', 'domain', 'pack'].map((type) => ({
      from: element(type),
      allow: { to: { element: { type: 'domain', fileInternalPath: ['tables.ts', 'tables/*.ts'] } } },
    })),
    // The embedded PostgreSQL has public entries, like a package.
    {
      from: element('cli'),
      allow: {
        to: { element: { type: 'embedded-postgres', fileInternalPath: ['start-embedded.ts', 'restore-cluster.ts'] } },
      },
    },
    // Components may use the session stores and the hook that reads them.
    {
      from: element('components'),
      allow: { to: { element: { type: 'client', fileInternalPath: ['session.store.ts', 'use-live.ts'] } } },
    },
  ],
};
