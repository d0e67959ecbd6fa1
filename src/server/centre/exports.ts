import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { ExportType } from '#src/contract/export.ts';
import type { CentreList } from '#src/contract/rules/centre.ts';
import type { Context } from '#src/server/core/context.ts';
import type { AskedExport, Column, ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { type CentrePerson, peopleStatement } from './people-list.ts';
import { certificateStatement, examStatement, hourStatement, taskStatement } from './record-lists.ts';
import { type SeatFilter, type SeatRow, seatStatement } from './seat-list.ts';
import { whoseExport } from './whose.ts';

type OfPerson = { userName: string; department: string | null };
type RowOf<List extends 'task' | 'exam' | 'hour' | 'certificate'> =
  Data<`POST /course/auth/centre/${List}/page`>['list'][number];

const PERSON: Column<OfPerson>[] = [
  { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
  { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
];
const filterOf = ({ input }: AskedExport) => input as unknown as SeatFilter;
/** Exports read moments as `Date`; pages convert the same statements themselves. */
const moment = (value: string | null) => value && new Date(value);

export const centrePeopleExport: ExportList<CentrePerson> = {
  query: (asked) => {
    const { keyword, department, userId } = filterOf(asked);
    return peopleStatement(whoseExport(asked), { keyword, department, userId });
  },
  columns: () => [
    ...PERSON,
    { name: 'post', width: 16, type: 'text', value: ({ post }) => post },
    { name: 'seats', width: 10, type: 'number', value: ({ seats }) => seats },
    { name: 'unusedSeats', width: 12, type: 'number', value: ({ unused }) => unused },
    { name: 'completedCount', width: 14, type: 'number', value: ({ completed }) => completed },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'tasks', width: 10, type: 'number', value: ({ tasks }) => tasks },
    { name: 'overdueTasks', width: 12, type: 'number', value: ({ overdueTasks }) => overdueTasks },
    { name: 'examsPassed', width: 14, type: 'number', value: ({ examsPassed }) => examsPassed },
    { name: 'classHours', width: 12, type: 'number', value: ({ hours }) => Number(hours) },
    { name: 'certificates', width: 12, type: 'number', value: ({ certificates }) => certificates },
  ],
};

export const centreSeatExport: ExportList<SeatRow> = {
  query: (asked) => seatStatement(whoseExport(asked), filterOf(asked)),
  columns: (t) => [
    ...PERSON,
    { name: 'course', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'orderNo', width: 20, type: 'text', value: ({ orderNo }) => orderNo },
    { name: 'state', width: 14, type: 'text', value: ({ state }) => t(`centre:seatState.${state}`) },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'completedAt', width: 18, type: 'text', value: ({ completedOn }) => completedOn },
    { name: 'assignedAt', width: 18, type: 'time', value: ({ gmtCreate }) => moment(gmtCreate) },
    { name: 'expiresAt', width: 18, type: 'time', value: ({ expiresAt }) => moment(expiresAt) },
  ],
};

export const centreTaskExport: ExportList<RowOf<'task'>> = {
  query: (asked) => taskStatement(whoseExport(asked), filterOf(asked)),
  columns: (t) => [
    ...PERSON,
    { name: 'task', width: 40, type: 'text', value: ({ title }) => title },
    { name: 'course', width: 48, type: 'text', value: ({ courseTitle }) => courseTitle },
    { name: 'state', width: 14, type: 'text', value: ({ state }) => t(`enum:learningState.${state}`) },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'periodEnd', width: 18, type: 'time', value: ({ endAt }) => moment(endAt) },
  ],
};

export const centreExamExport: ExportList<RowOf<'exam'>> = {
  query: (asked) => examStatement(whoseExport(asked), filterOf(asked)),
  columns: (t) => [
    ...PERSON,
    { name: 'exam', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'state', width: 18, type: 'text', value: ({ examState }) => t(`enum:examState.${examState}`) },
    { name: 'bestScore', width: 12, type: 'number', value: (row) => row.bestScore && Number(row.bestScore) },
    { name: 'passScore', width: 12, type: 'number', value: ({ passScore }) => Number(passScore) },
    { name: 'attemptsUsed', width: 14, type: 'number', value: ({ attemptsUsed }) => attemptsUsed },
    { name: 'windowEnd', width: 18, type: 'time', value: ({ windowEnd }) => moment(windowEnd) },
  ],
};

export const centreHourExport: ExportList<RowOf<'hour'>> = {
  query: (asked) => hourStatement(whoseExport(asked), filterOf(asked)),
  columns: (t) => [
    ...PERSON,
    { name: 'time', width: 18, type: 'time', value: ({ gmtCreate }) => moment(gmtCreate) },
    { name: 'source', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'kind', width: 20, type: 'text', value: ({ hourKind }) => t(`record:hours.${hourKind ?? 'other'}`) },
    { name: 'amount', width: 12, type: 'number', value: ({ amount }) => Number(amount) },
  ],
};

export const centreCertificateExport: ExportList<RowOf<'certificate'>> = {
  query: (asked) => certificateStatement(whoseExport(asked), filterOf(asked)),
  columns: (t) => [
    ...PERSON,
    { name: 'certificate', width: 36, type: 'text', value: ({ title }) => title },
    { name: 'certificateNo', width: 24, type: 'text', value: ({ certificateNo }) => certificateNo },
    { name: 'state', width: 14, type: 'text', value: ({ status }) => t(`enum:certificateStatus.${status}`) },
    { name: 'issuedAt', width: 18, type: 'time', value: ({ issuedAt }) => moment(issuedAt) },
    { name: 'expiresAt', width: 18, type: 'time', value: ({ expiresAt }) => moment(expiresAt) },
  ],
};

const TYPES = {
  ...{ people: 'centrePeople', seats: 'centreSeats', tasks: 'centreTasks' },
  ...{ exams: 'centreExams', hours: 'centreHours', certificates: 'centreCertificates' },
} as const satisfies Record<CentreList, ExportType>;

/** Requests an export of a list of the viewer's organisation. @throws AppError 429 like `requestExport` */
export const exportCentre = (ctx: Context, { list, ...filter }: OperationInput<'POST /course/auth/centre/export'>) =>
  requestExport(ctx, TYPES[list], { ...filter, scope: ctx.viewer.isAdmin ? 'enterprise' : 'organisation' });
