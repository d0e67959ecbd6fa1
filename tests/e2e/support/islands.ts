import { addTalk } from './community.ts';
import {
  ADMIN,
  announcementToConfirm,
  certifiedResults,
  courseWithSessions,
  evidencePage,
  type Found,
  hiddenQuestion,
  LEARNER,
  LECTURER,
  linked,
  markedExam,
  ORGANISATION,
  questionOfResults,
  renewableCourse,
  startedExam,
  startedPractice,
  toldMember,
  type Who,
} from './island-scenes.ts';
import { tenantWithExam } from './own-exam.ts';
import { ownMember } from './own-tenant.ts';
import type { DemoTenant } from './tenants.ts';
import { terminalLog, terminalPlace } from './terminals.ts';

type Place = {
  /** Islands with a client directive. */
  names: string[];
  /** The nth demo person; null: a visitor. */
  who: Who;
  find: (tenant: DemoTenant) => Found | Promise<Found>;
  /** The chunk of the component that uses hooks, if the island itself uses none. */
  chunk?: string;
  phone?: boolean;
  headers?: Record<string, string>;
};

const bankPage = linked(ADMIN, '/admin/questions', /href="(\/admin\/questions\/[^"]+)"/);

/** Every island that is hydrated (tests/e2e/island-errors.test.ts), by the page on which it is broken. */
export const ISLANDS: Place[] = [
  { names: ['AnnouncementTable'], who: ADMIN, find: () => '/admin/announcements' },
  { names: ['AnnouncementEditor'], who: ADMIN, find: () => '/admin/announcements/edit' },
  { names: ['Settings'], who: ADMIN, find: () => '/admin/settings' },
  { names: ['PolicyEditor'], who: ADMIN, find: () => '/admin/settings/rules?kind=points' },
  { names: ['MessageTable'], who: ADMIN, find: () => '/admin/messages' },
  { names: ['DeliveryLog'], who: ADMIN, find: () => '/admin/messages/log' },
  { names: ['MessageEditor'], who: ADMIN, find: () => '/admin/messages/edit?kind=mail.invitation' },
  { names: ['SiteEditor'], who: ADMIN, find: () => '/admin/site' },
  { names: ['ArticleTable'], who: ADMIN, find: () => '/admin/articles' },
  { names: ['ArticleEditor'], who: ADMIN, find: () => '/admin/articles/edit' },
  { names: ['SearchIsland'], chunk: 'SearchBox', who: null, find: () => '/' },
  { names: ['Login'], who: null, find: () => '/login' },
  { names: ['RequiredFactor'], who: LEARNER, find: () => '/account/factor' },
  { names: ['SecondStep'], who: null, find: () => '/login/second' },
  { names: ['ForgetForm'], who: null, find: () => '/forget' },
  {
    names: ['HeaderTools', 'CheckInCard', 'PointsTotal', 'Contribution', 'HomeRankings'],
    who: LEARNER,
    find: () => '/home',
  },
  { names: ['BottomBar', 'DrawerEntries'], who: LEARNER, find: () => '/test', phone: true },
  { names: ['TeachingWaiting'], who: LECTURER, find: () => '/home' },
  { names: ['Rankings'], who: LEARNER, find: () => '/home/rank' },
  { names: ['ClassSignIn', 'CheckInScreen'], who: LEARNER, find: () => '/sign/sign' },
  { names: ['CompanyList'], who: LEARNER, find: () => '/company' },
  { names: ['Invitation'], who: null, find: () => '/company/invitation' },
  { names: ['Unsubscribe'], who: null, find: () => '/unsubscribe?token=none' },
  { names: ['Handoff'], who: null, find: () => '/company?enter=1' },
  { names: ['RegisterCompany'], who: LEARNER, find: () => '/appCompany' },
  { names: ['LoginSettings'], who: ADMIN, find: () => '/company/login' },
  { names: ['Cart'], who: ORGANISATION, find: () => '/cart' },
  { names: ['AccountTabs'], who: LEARNER, find: () => '/account' },
  { names: ['StudyAgain'], who: null, find: renewableCourse },
  // Knowledge.
  { names: ['CategoryTree'], who: LEARNER, find: () => '/knowledge/menu-tree' },
  {
    names: ['CourseAction', 'ReactionBar', 'RatingPanel', 'Comments'],
    who: LEARNER,
    find: linked(LEARNER, '/knowledge', /href="(\/knowledge\/course\/[^"]+)"/),
  },
  {
    names: ['CourseSessions'],
    who: LEARNER,
    find: async (tenant) => `/knowledge/course/${await courseWithSessions(tenant)}`,
  },
  {
    names: ['ProjectAction'],
    who: LEARNER,
    find: linked(LEARNER, '/knowledge?kind=project', /href="(\/knowledge\/project\/[^"]+)"/),
  },
  {
    names: ['StudyRoom'],
    who: LEARNER,
    find: async (tenant) => `/watch/course?id=${await courseWithSessions(tenant)}`,
  },
  { names: ['AppealForm'], who: 1, find: linked(1, '/account?change=2', /href="(\/account\/why\?type=course[^"]+)"/) },
  // Announcements.
  { names: ['MarkAllRead'], who: LEARNER, find: () => '/info' },
  { names: ['AdmireButton'], who: LEARNER, find: linked(null, '/info', /href="(\/info\/[0-9a-f-]{36})"/) },
  {
    names: ['MarkRead'],
    who: LEARNER,
    find: linked(null, '/info', /href="(\/info\/[0-9a-f-]{36})"/),
    headers: { 'sec-purpose': 'prefetch' },
  },
  // Community.
  { names: ['Feed', 'LabelList'], who: LEARNER, find: async (tenant) => (await addTalk(tenant), '/community') },
  { names: ['LabelHead'], who: LEARNER, find: linked(LEARNER, '/community', /href="(\/community\/label\/[^"]+)"/) },
  {
    names: ['PostBar', 'Answers', 'AnswerForm'],
    who: LEARNER,
    find: async (tenant) => `/community/question/${(await addTalk(tenant)).question}`,
  },
  { names: ['DecisionNotice'], who: null, find: hiddenQuestion },
  { names: ['WriteScreen'], who: LEARNER, find: () => '/community/write?kind=question' },
  { names: ['DraftList'], who: LEARNER, find: () => '/community/drafts' },
  { names: ['OwnDecisions'], who: LEARNER, find: () => '/community/moderation/mine' },
  { names: ['ModerationQueue'], who: ADMIN, find: () => '/community/moderation' },
  // Exams.
  {
    names: ['StartExam'],
    who: null,
    find: async () => {
      const at = await tenantWithExam();
      return { path: `/test/id?id=${at.examId}`, as: await ownMember(at, { userName: 'Candidate' }), at };
    },
  },
  {
    names: ['EnterHall'],
    who: null,
    find: async () => {
      const at = await tenantWithExam();
      const as = await ownMember(at, { userName: 'Candidate' });
      return { path: `/account/exam/${(await startedExam(at, as)).attemptId}`, as, at };
    },
  },
  {
    names: ['DeviceAnswers', 'ExamEvidence'],
    who: null,
    find: async () => {
      const { tenant: at, candidate: as, attemptId } = await markedExam();
      return { path: `/account/exam/examSuccess?id=${attemptId}`, as, at };
    },
  },
  {
    names: ['AppealMark'],
    who: null,
    find: async () => {
      const { tenant: at, candidate: as, attemptId } = await markedExam();
      return { path: `/account/exam/detail?id=${attemptId}`, as, at };
    },
  },
  {
    names: ['Decided'],
    who: null,
    find: toldMember,
  },
  {
    names: ['MarkAppeal'],
    who: null,
    find: async () => {
      const { tenant: at, marker: as } = await markedExam();
      return { path: '/test/marking?view=appeals', as, at };
    },
  },
  {
    names: ['MarkQueue'],
    who: null,
    find: async () => {
      const { tenant: at, marker: as } = await markedExam();
      return { path: `/test/marking?exam=${at.examId}&mark=all`, as, at };
    },
  },
  {
    names: ['MarkAttempt'],
    who: LECTURER,
    find: linked(LECTURER, '/test/marking', /href="(\/test\/marking\?id=[^"]+)"/),
  },
  {
    names: ['PublishMarks', 'RubricForm'],
    who: LECTURER,
    find: linked(LECTURER, '/test/marking?view=exams', /href="(\/test\/marking\?exam=[^"]+)"/),
  },
  { names: ['Candidates'], who: ADMIN, find: certifiedResults },
  {
    names: ['ExportButton'],
    who: ADMIN,
    find: async (tenant) => `${await certifiedResults(tenant)}&tab=questions`,
  },
  { names: ['ControlRoom'], who: ADMIN, find: linked(ADMIN, '/test/control', /href="(\/test\/control\?exam=[^"]+)"/) },
  { names: ['BookSetting'], who: LEARNER, find: () => '/account/question/detail' },
  { names: ['StartButton'], who: LEARNER, find: () => '/test/practice' },
  {
    names: ['ChooseQuestions'],
    who: LEARNER,
    find: linked(LEARNER, '/test/practice', /href="(\/test\/practice\?bank=[^"]+)"/),
  },
  { names: ['PracticeRun'], who: null, find: startedPractice },
  // Teaching.
  { names: ['RunList'], who: LECTURER, find: () => '/account/sessions' },
  {
    names: ['RunScreen'],
    who: LECTURER,
    find: linked(LECTURER, '/account/sessions', /href="(\/account\/sessions\/[^"]+)"/),
  },
  { names: ['SessionForm'], who: LECTURER, find: () => '/account/live' },
  { names: ['LiveConsole'], who: LECTURER, find: linked(LECTURER, '/account/live', /href="(\/account\/live\/[^"]+)"/) },
  { names: ['LiveRoom'], who: LEARNER, find: linked(LEARNER, '/live/watch', /href="(\/live\/watch\/[^"]+)"/) },
  { names: ['Evaluations'], who: LECTURER, find: () => '/account/evaluations' },
  {
    names: ['EvaluationScreen'],
    who: LECTURER,
    find: linked(LECTURER, '/account/evaluations', /href="(\/account\/evaluations\/[^"]+)"/),
  },
  {
    names: ['CoachingRoom'],
    who: LECTURER,
    find: linked(LECTURER, '/account/coaching', /href="(\/account\/coaching\/[^"]+)"/),
  },
  {
    names: ['SeenResults'],
    who: LECTURER,
    find: linked(LECTURER, '/account/questionnaires', /href="(\/account\/questionnaires\/[^"]+)"/),
  },
  // Administration.
  { names: ['PeopleExport'], who: ADMIN, find: () => '/admin/export' },
  { names: ['Shell'], who: ADMIN, find: () => '/admin' },
  { names: ['ControlledExams'], who: ADMIN, find: () => '/test/control' },
  { names: ['AnalysedExams'], who: LECTURER, find: () => '/test/analysis' },
  { names: ['MarkedPapers'], who: LECTURER, find: () => '/test/marking' },
  { names: ['MarkingExams'], who: LECTURER, find: () => '/test/marking?view=exams' },
  { names: ['SwitchAppeals'], who: LECTURER, find: () => '/test/marking?view=switches' },
  { names: ['Accommodations'], who: ADMIN, find: () => '/admin/accommodations' },
  { names: ['Rehearsals'], who: ADMIN, find: () => '/admin/rehearsal' },
  { names: ['Terminals'], who: ADMIN, find: () => '/admin/terminals' },
  { names: ['TerminalPeople'], who: ADMIN, find: () => '/admin/terminals/people' },
  { names: ['TerminalSignIns'], who: ADMIN, find: terminalLog },
  { names: ['RegisterTerminal'], who: null, find: () => '/terminal' },
  { names: ['TerminalLogin'], who: null, find: () => terminalPlace(false) },
  { names: ['TerminalBar'], who: null, find: () => terminalPlace(true) },
  { names: ['IssuedCertificates'], who: ADMIN, find: () => '/admin/certificates' },
  { names: ['CertificateKinds'], who: ADMIN, find: () => '/admin/certificates/kinds' },
  { names: ['CertificateTemplates'], who: ADMIN, find: () => '/admin/certificates/templates' },
  {
    names: ['TemplateEditor'],
    who: ADMIN,
    find: linked(ADMIN, '/admin/certificates/templates', /href="(\/admin\/certificates\/templates\/edit\?id=[^"]+)"/),
  },
  { names: ['Roles'], who: ADMIN, find: () => '/admin/roles' },
  { names: ['People'], who: ADMIN, find: () => '/admin/people' },
  { names: ['Person'], who: ADMIN, find: linked(ADMIN, '/admin/people', /href="(\/admin\/people\/[0-9a-f-]{36})"/) },
  { names: ['Departments'], who: ADMIN, find: () => '/admin/departments' },
  { names: ['ConfirmAnnouncement'], who: ADMIN, find: announcementToConfirm },
  { names: ['CourseTable'], who: ADMIN, find: () => '/admin/courses' },
  { names: ['CourseImport'], who: ADMIN, find: () => '/admin/courses/import' },
  { names: ['CourseEditor'], who: ADMIN, find: () => '/admin/courses/edit' },
  { names: ['ProjectTable'], who: ADMIN, find: () => '/admin/projects' },
  { names: ['ProjectEditor'], who: ADMIN, find: () => '/admin/projects/edit' },
  { names: ['LecturerTable'], who: ADMIN, find: () => '/admin/lecturers' },
  { names: ['LecturerEditor'], who: ADMIN, find: () => '/admin/lecturers/edit' },
  { names: ['Categories'], who: ADMIN, find: () => '/admin/categories' },
  {
    names: ['Receipts'],
    who: ADMIN,
    find: linked(ADMIN, '/admin/announcements', /href="(\/admin\/announcements\/receipts\?id=[^"]+)"/),
  },
  { names: ['Media'], who: ADMIN, find: () => '/admin/media' },
  { names: ['Positions'], who: ADMIN, find: () => '/admin/positions' },
  { names: ['ClassCalendar'], who: ADMIN, find: () => '/admin/calendar' },
  { names: ['PeopleImports'], who: ADMIN, find: () => '/admin/people/import' },
  { names: ['Invitations'], who: ADMIN, find: () => '/admin/people/invitations' },
  { names: ['Sync'], who: ADMIN, find: () => '/admin/sync' },
  { names: ['CommunityAdmin'], who: ADMIN, find: () => '/admin/community' },
  { names: ['Requirements'], who: ADMIN, find: () => '/admin/requirements' },
  { names: ['RequirementEditor'], who: ADMIN, find: () => '/admin/requirements/edit' },
  { names: ['TaskTable'], who: ADMIN, find: () => '/admin/tasks' },
  { names: ['TaskEditor'], who: ADMIN, find: () => '/admin/tasks/edit' },
  {
    names: ['TaskPeople'],
    who: ADMIN,
    find: linked(ADMIN, '/admin/tasks', /href="(\/admin\/tasks\/progress\?id=[^"]+)"/),
  },
  { names: ['ReportList'], who: ADMIN, find: () => '/admin/reports' },
  { names: ['ReportPage'], who: ADMIN, find: () => '/admin/reports/view?report=people' },
  { names: ['ReportEditor'], who: ADMIN, find: () => '/admin/reports/edit' },
  { names: ['ExpiringCertificates'], who: ADMIN, find: () => '/admin/certificates/expiring' },
  { names: ['DepartmentStatements'], who: ADMIN, find: () => '/admin/statements' },
  { names: ['AuditLog'], who: ADMIN, find: () => '/admin/audit' },
  { names: ['Messages'], who: ADMIN, find: () => '/admin/requirements/messages' },
  { names: ['Matrix'], who: ADMIN, find: () => '/admin/matrix' },
  { names: ['Evidence'], who: ADMIN, find: evidencePage },
  { names: ['Lapses'], who: ADMIN, find: () => '/admin/matrix/lapses' },
  { names: ['ManagedExams'], who: ADMIN, find: () => '/admin/exams' },
  { names: ['ExamEditor'], who: ADMIN, find: () => '/admin/exams/edit' },
  { names: ['Regrade'], who: LECTURER, find: questionOfResults },
  { names: ['Banks'], who: ADMIN, find: () => '/admin/questions' },
  {
    names: ['ManagedExam'],
    who: ADMIN,
    find: linked(ADMIN, '/admin/exams', /href="(\/admin\/exams\/[0-9a-f-]{36})"/),
  },
  { names: ['Grid'], who: ADMIN, find: async (tenant) => `${await bankPage(tenant)}/grid` },
  { names: ['SimilarReport'], who: ADMIN, find: async (tenant) => `${await bankPage(tenant)}/similar` },
  {
    names: ['Questions'],
    who: ADMIN,
    find: bankPage,
  },
];
