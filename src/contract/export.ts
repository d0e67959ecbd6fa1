import { z } from 'zod';
import { ById, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** Lists that can be exported. */
export const ExportType = z.enum([
  'courses',
  'projects',
  'tasks',
  'studyRecords',
  'exams',
  'certificates',
  'hours',
  'credits',
  'orders',
  'approvals',
  'attendance',
  'evaluations',
  'questionnaireAnswers',
  'liveAttendance',
  'notes',
  'examPeople',
  'examQuestions',
  'people',
  'taskPeople',
  'requirementMatrix',
  'requirementLapses',
  'requirementMessages',
  'report',
  'auditLog',
  'announcementReceipts',
  'centrePeople',
  'centreSeats',
  'centreTasks',
  'centreExams',
  'centreHours',
  'centreCertificates',
  'ownData',
  'statement',
  'terminalBadges',
]);
export type ExportType = z.output<typeof ExportType>;
/**
 * Lists that can be exported over other people: notes and own data are private; the lists of the organisation centre, answers, the attendance of a class, the results of an
 * exam, the list of people and those of a task are exported where they are shown.
 */
const PeopleExportType = ExportType.exclude([
  'notes',
  'questionnaireAnswers',
  'liveAttendance',
  'examPeople',
  'examQuestions',
  'people',
  'taskPeople',
  'requirementMatrix',
  'requirementLapses',
  'requirementMessages',
  'report',
  'auditLog',
  'announcementReceipts',
  'centrePeople',
  'centreSeats',
  'centreTasks',
  'centreExams',
  'centreHours',
  'centreCertificates',
  'ownData',
  'statement',
  'terminalBadges',
]);

/** A calendar date: `2026-03-01`. */
const Day = z.iso.date({ error: 'field.invalid' }).max(10, { error: 'field.invalid' });

/** Of files of tables. */
export const TableFormat = z.enum(['xlsx', 'csv']).default('xlsx');

const PeopleFilter = z.object({
  /** Its path; members of the departments below it are included. */
  department: z.string().max(200).optional(),
  userId: Id.optional(),
  /** First and last day of the period, in the tenant's time zone. */
  from: Day.optional(),
  to: Day.optional(),
});

/**
 * The stored filter of an export: that of the list, e.g. its `status`, and whose rows it contains. `own`, the default: those
 * that the list shows to the user; `organisation`: of people with a seat that the user has ordered, in the course of the
 * seat; `managed`: of the people whom the user may see as a manager, in the departments `managed` (null: in all); `enterprise`: of all
 * members.
 */
export type ExportInput = z.output<typeof PeopleFilter> & {
  scope?: 'own' | 'organisation' | 'managed' | 'enterprise';
  managed?: string[] | null;
  /** The right that makes somebody a manager of these people. */
  right?: 'people.read' | 'training.read' | 'audit.read' | 'content.manage';
  /** Default: `xlsx`. */
  format?: 'xlsx' | 'csv' | 'md' | 'html' | 'zip' | 'pdf';
  [filter: string]: unknown;
};

/** An export file record. */
export const ExportRecord = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.number().int().nullable().meta({ description: 'bytes; null until it is generated' }),
  gmtCreate: Instant,
  exportStatus: z.number().int().meta({ description: '1 being generated, 2 ready for download, 3 failed' }),
});

export const exportRecords = define({
  'POST /data/auth/export/record/page': {
    summary: 'List the user’s exports, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(ExportRecord),
  },
  'GET /data/auth/export/record/get/file/download/url': {
    summary: 'Get a short-lived URL of one of the user’s exports; it works in sessions of this user only',
    auth: 'enterprise',
    input: ById,
    data: z.object({ url: z.string(), fileName: z.string() }),
  },
  'POST /data/auth/export/people/save': {
    summary:
      'Request an export of a list over all members, for organisation accounts over the people and courses of their seats',
    auth: 'organisation',
    input: PeopleFilter.extend({ exportType: PeopleExportType }),
    data: ExportRecord,
  },
  'POST /data/auth/export/record/remake': {
    summary: 'Retry a failed export of the user',
    auth: 'enterprise',
    input: ById,
    data: ExportRecord,
  },
  'DELETE /data/auth/export/record/delete': {
    summary: 'Delete one of the user’s exports with its file',
    auth: 'enterprise',
    input: ById,
    data: z.object({ count: z.number().int() }),
  },
  'DELETE /data/auth/export/record/all/delete': {
    summary: 'Delete all exports of the user with their files',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ count: z.number().int() }),
  },
});
