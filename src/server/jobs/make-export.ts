import { systemNow } from '#src/lib/system-clock.ts';
import { candidateExport } from '#src/server/analysis/candidate-export.ts';
import { questionExport } from '#src/server/analysis/question-export.ts';
import { projectExport } from '#src/server/course/project/project-export.ts';
import {
  centreCertificateExport,
  centreExamExport,
  centreHourExport,
  centrePeopleExport,
  centreSeatExport,
  centreTaskExport,
} from '#src/server/centre/exports.ts';
import { evaluationExport } from '#src/server/evaluation/result-export.ts';
import { examExport } from '#src/server/exam/exam-export.ts';
import type { ExportLists } from '#src/server/export/export-list.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { auditExport } from '#src/server/history/audit-export.ts';
import { liveAttendanceExport } from '#src/server/live/attendance-export.ts';
import { approvalExport } from '#src/server/flow/approval-export.ts';
import { orderExport } from '#src/server/order/order-export.ts';
import { answerExport } from '#src/server/questionnaire/answer-export.ts';
import { ownDataExport } from '#src/server/privacy/own-data-export.ts';
import { peopleExport } from '#src/server/people/people-export.ts';
import { certificateExport } from '#src/server/record/certificate-export.ts';
import { ledgerExport } from '#src/server/record/ledger-export.ts';
import { statementExport } from '#src/server/record/statement/statement-export.ts';
import { lapseExport } from '#src/server/requirement/lapse-export.ts';
import { matrixExport } from '#src/server/requirement/matrix-export.ts';
import { messageExport } from '#src/server/requirement/reminder/message-export.ts';
import { reportExport } from '#src/server/report/report-file.ts';
import { courseExport } from '#src/server/study/course-export.ts';
import { studyRecordExport } from '#src/server/study/study-record-export.ts';
import { noteExport } from '#src/server/study/note/note-export.ts';
import { taskExport } from '#src/server/study/task-export.ts';
import { taskPeopleExport } from '#src/server/study/task/task-progress.ts';
import { badgeExport } from '#src/server/terminal/badge-export.ts';
import { attendanceExport } from '#src/server/training/attendance-export.ts';
import { receiptExport } from '#src/server/announcement/receipts.ts';
import { writeLog } from '#src/server/core/log.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';

/** The list of each type of export. */
export const EXPORT_LISTS: ExportLists = {
  courses: courseExport,
  projects: projectExport,
  tasks: taskExport,
  studyRecords: studyRecordExport,
  exams: examExport,
  certificates: certificateExport,
  hours: ledgerExport(['hours']),
  credits: ledgerExport(['credits', 'points']),
  orders: orderExport,
  approvals: approvalExport,
  attendance: attendanceExport,
  evaluations: evaluationExport,
  questionnaireAnswers: answerExport,
  liveAttendance: liveAttendanceExport,
  notes: noteExport,
  examPeople: candidateExport,
  examQuestions: questionExport,
  people: peopleExport,
  taskPeople: taskPeopleExport,
  requirementMatrix: matrixExport,
  requirementLapses: lapseExport,
  requirementMessages: messageExport,
  report: reportExport,
  auditLog: auditExport,
  announcementReceipts: receiptExport,
  centrePeople: centrePeopleExport,
  centreSeats: centreSeatExport,
  centreTasks: centreTaskExport,
  centreExams: centreExamExport,
  centreHours: centreHourExport,
  centreCertificates: centreCertificateExport,
  ownData: ownDataExport,
  statement: statementExport,
  terminalBadges: badgeExport,
};

/** Creates the file of a requested export. */
export async function makeExportJob(job: Jobs['make-export'], now = systemNow()): Promise<void> {
  const error = await makeExport(job, EXPORT_LISTS, now);
  if (error) writeLog('error', { msg: 'export failed', ...job, error: error instanceof Error ? error.stack : error });
}
