/**
 * Maximum lengths of lists that are not paged. The contract declares them, operations observe them, and a content pack
 * that exceeds them is rejected, so that no configured content is cut off.
 */
export const MAX_ITEMS = {
  /** Rows of one page of a paged list. */
  page: 100,
  /** People who are named with an entry of a history, and its changed settings. */
  historyPeople: 5,
  historyChanges: 100,
  /** What an entry of the audit log is about, as far as it is shown; actions that it can have. */
  auditSubjects: 20,
  auditActions: 500,
  /** Maximum page number; keeps offsets far below the range of PostgreSQL integers. */
  pages: 1_000_000,
  sessions: 100,
  consents: 100,
  loginMethods: 10,
  factors: 10,
  recoveryCodes: 10,
  passkeys: 20,
  enterprises: 50,
  regions: 100,
  enumValues: 100,
  navItems: 50,
  banners: 20,
  zones: 30,
  zoneItems: 24,
  versions: 100,
  levels: 100,
  ranked: 10,
  attachments: 10,
  /** Replies returned with one comment. */
  replies: 100,
  categories: 500,
  relatedCourses: 4,
  /** Resources of one course, at any depth. */
  resources: 1_000,
  /** Languages of the captions of one resource. */
  captions: 20,
  /** Questions in one video, their options, and all questions in the videos of one course. */
  resourceQuestions: 50,
  questionOptions: 8,
  courseQuestions: 1_000,
  /** Qualities of a video. */
  qualities: 3,
  /** Entries of an archive that are listed, and chapters of a document. */
  archiveEntries: 2_000,
  outline: 500,
  /** Courses and exams of one project together, and its stages. */
  projectCourses: 200,
  projectStages: 30,
  /** Rows that a grid of questions saves at once, and what may be wrong with a row. */
  gridRows: 500,
  gridProblems: 20,
  /** Windows of exams in a schedule, the times at which they differ, and titles that are named for one. */
  scheduledWindows: 300,
  scheduleTimes: 600,
  scheduledTitles: 10,
  /** Questions of an item analysis, options of one question, and departments of the results of an exam. */
  analysedQuestions: 1_000,
  analysedOptions: 30,
  resultDepartments: 1_000,
  /** The latest rehearsals of an exam day, the exam days of one, the aims that one can miss, and its figures by phase and kind. */
  rehearsals: 20,
  rehearsalSteps: 20,
  rehearsalFaults: 12,
  rehearsalParts: 36,
  /** Published tasks of an enterprise. */
  tasks: 500,
  taskItems: 100,
  /** Files of evidence of one evaluation. */
  evidence: 5,
  coachingGoals: 50,
  coachingMeetings: 200,
  /** Courses of one study room. */
  roomItems: 200,
  /** Notes of one member. */
  notes: 5_000,
  /** Courses with notes of one member. */
  noteCourses: 500,
  refusals: 10,
  /** Facts of one explanation, and names in one fact. */
  facts: 50,
  factItems: 20,
  /** Watched ranges of one resource: at worst every other second of the longest one. */
  stretches: 43_200,
  departments: 500,
  /** Departments of an enterprise, and levels of them. */
  organisationDepartments: 5_000,
  departmentLevels: 12,
  cartCourses: 50,
  /** Seats of one course in an order, and of all its courses together. */
  seats: 1_000,
  orderSeats: 5_000,
  /** Calendar years from 2000 to 2200. */
  years: 201,
  /** Exams, and certificates, that an annual statement lists. */
  statementLines: 500,
  /** Cards of one kind on the dashboard. */
  dashboard: 10,
  /** Kinds of certificates. */
  certificates: 500,
  /** Members for whom a certificate is requested at once. */
  certificateHolders: 100,
  suggestions: 8,
  /** Labels of the community, and of one post. */
  labels: 200,
  postLabels: 5,
  relatedPosts: 5,
  /** Edits of a post on one page: each is compared with the one before. */
  postVersions: 5,
  reports: 100,
  /** Sessions of an offline class that are shown; members of one session with a place, and on its waiting list. */
  trainingSessions: 200,
  trainingSeats: 1_000,
  /** Members on the screen of the lecturer who signed in last. */
  latestSigned: 12,
  decisions: 100,
  moderators: 200,
  filteredWords: 5_000,
  questionPages: 30,
  /** Sections, chosen questions, resits and departments of an exam. */
  examSections: 50,
  examQuestions: 300,
  examResits: 10,
  /** Courses, and tasks, that the certificate of an exam needs. */
  certificateNeeds: 20,
  examTargets: 100,
  /** What the editor of an exam offers: departments, banks and courses. */
  departmentChoices: 5_000,
  banks: 500,
  examCourses: 1_000,
  /** Questions of one questionnaire. */
  questions: 200,
  /** Options of a question, rows of a matrix. */
  choices: 50,
  /** Texts that the results show of one question; the export contains all. */
  questionnaireTexts: 200,
  /** Criteria of a rubric, newest notes of markers about a question, questions and held answers of a marking queue. */
  criteria: 20,
  markingNotes: 20,
  queueQuestions: 300,
  heldAnswers: 50,
  /** Versions of a question on papers of an exam; blanks of a question and texts that are accepted for one. */
  questionVersions: 100,
  blanks: 50,
  acceptedTexts: 50,
  /** Named markers of an exam, and members who can be named. */
  examMarkers: 50,
  markerChoices: 500,
  /** Appeals of a candidate against marks of one paper. */
  markAppeals: 5,
  /** Polls of one live class, options of one poll, raised hands that the lecturer sees. */
  livePolls: 50,
  livePollOptions: 10,
  liveHands: 200,
  /** Invigilators of one exam; messages to a candidate that are shown at once. */
  invigilators: 50,
  examMessages: 20,
  /** Lecturers who may edit one bank; topics or tags of one bank. */
  bankEditors: 50,
  bankTopics: 500,
  /** Exams that are named when a question bank cannot be deleted. */
  bankExamTitles: 20,
  /** Options and tags of one question of a bank. */
  bankOptions: 26,
  questionTags: 20,
  /** Questions of one practice, topics of a practice or of a book of mistakes, and banks and exams that its filter offers. */
  practiceQuestions: 100,
  practiceTopics: 500,
  mistakeSources: 100,
  /** Further sessions of a series that are planned at once, rooms, and what a calendar shows of one period. */
  seriesSessions: 60,
  rooms: 500,
  calendarEntries: 2_000,
  /** Costs and materials of a session. */
  sessionCosts: 50,
  sessionMaterials: 50,
  /** Assistants of a session. */
  sessionAssistants: 10,
  /** Saved views of a list of the back office: of one person and shared ones. */
  savedViews: 100,
  /** Saved reports that a member sees: own and shared ones. */
  savedReports: 500,
  /** Rows that are chosen one by one for a change of several. */
  bulkRows: 500,
  /** Questions that are changed at once. */
  bulkQuestions: 500,
  /** Rows that are changed by the filter of their list at once. */
  bulkFound: 10_000,
  /** Questions of a file that is imported. */
  importQuestions: 5_000,
  /** What can fulfil one requirement, its rules about groups, and members whom it names. */
  requirementSubjects: 20,
  requirementRules: 50,
  requirementPeople: 1_000,
  /** What two versions of a document refer to: the people whom they name, their lecturers and pictures. */
  documentNames: 2_010,
  /** Different numbers of days before a due date on which people are reminded. */
  requirementReminders: 6,
  /** Requirements that people of one superior have not fulfilled. */
  reportRequirements: 200,
  /** Positions that rules and filters offer. */
  requirementPositions: 2_000,
  /** Published requirements: the columns of the matrix. */
  requirements: 200,
  /** Facts, assignments and decisions that explain a state. */
  requirementFacts: 100,
  /** Folders of the media library, uploads of one person that are not complete, former versions of a file, files with the same content. */
  mediaFolders: 5_000,
  mediaUploads: 500,
  mediaVersions: 20,
  mediaSame: 10,
  /** Days with people whose requirements lapse. */
  lapseDays: 400,
} as const;

/** Longest duration of a resource, seconds. */
export const MAX_RESOURCE_SECONDS = 86_400;
