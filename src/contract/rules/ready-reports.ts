import {
  type Aggregate,
  type Definition,
  type Measure,
  type ReportFilter,
  type SourceName,
  sourceOf,
} from './report.ts';

/* The reports that every enterprise has: definitions like those that people save, of which the filters are in the query of the page. */

type Ready = {
  source: SourceName;
  /** What its rows can be grouped by; the first one is the default. */
  by: readonly [string, ...string[]];
  /** Groups that are always there. */
  also?: readonly string[];
  measures: readonly Measure[];
  /** The day to which the period applies; without it there is no period. */
  period?: string;
  /** Fields that the page offers as filters: one value each. */
  filters: readonly string[];
};

const count: Measure = { aggregate: 'count', field: null };
const people: Measure = { aggregate: 'people', field: null };
const of = (aggregate: Aggregate, ...fields: string[]): Measure[] => fields.map((field) => ({ aggregate, field }));
const PLACE = ['department', 'position'] as const;

export const READY_REPORTS = {
  study: {
    source: 'study',
    by: ['course', 'department', 'position', 'category', 'person', 'startedMonth', 'completedMonth'],
    measures: [people, count, ...of('mean', 'progress', 'completedRate'), ...of('sum', 'minutes')],
    period: 'startedOn',
    filters: [...PLACE, 'course', 'category', 'learning'],
  },
  exams: {
    source: 'exams',
    by: ['exam', 'department', 'position', 'course', 'person', 'startedMonth'],
    measures: [count, people, ...of('mean', 'passRate', 'percent'), ...of('min', 'percent'), ...of('max', 'percent')],
    period: 'startedOn',
    filters: [...PLACE, 'exam', 'course', 'result'],
  },
  hours: {
    source: 'hours',
    by: ['year', 'department', 'departmentThen', 'position', 'person', 'earnedMonth', 'hourKind'],
    measures: [people, ...of('sum', 'hours', 'credits', 'points')],
    period: 'earnedOn',
    filters: [...PLACE, 'departmentThen', 'hourKind'],
  },
  certificates: {
    source: 'certificates',
    by: ['certificate', 'validity', 'department', 'position', 'person', 'issuedMonth', 'expiresMonth'],
    measures: [count, people],
    period: 'issuedOn',
    filters: [...PLACE, 'certificate', 'validity'],
  },
  requirements: {
    source: 'requirements',
    by: ['requirement', 'state', 'department', 'position', 'dueMonth'],
    measures: [count, people, ...of('mean', 'fulfilledRate')],
    filters: [...PLACE, 'requirement', 'state'],
  },
  lecturers: {
    source: 'lecturers',
    by: ['lecturer', 'level', 'course', 'taughtMonth', 'taughtYear'],
    measures: [
      ...of('sum', 'hours', 'attendees'),
      { aggregate: 'count', field: 'hours' },
      ...of('mean', 'rating'),
      { aggregate: 'count', field: 'rating' },
    ],
    period: 'taughtOn',
    filters: ['lecturer', 'course'],
  },
  costs: {
    source: 'costs',
    by: ['course', 'session', 'department', 'costKind', 'orderState', 'person', 'orderedMonth', 'orderedYear'],
    also: ['currency'],
    measures: [...of('sum', 'amount', 'seats', 'seatsUsed'), count],
    period: 'orderedOn',
    filters: [...PLACE, 'course', 'costKind', 'orderState'],
  },
  questionnaires: {
    source: 'questionnaires',
    by: ['questionnaire', 'course', 'question', 'anonymity'],
    measures: of('mean', 'responseRate', 'mean').concat(of('max', 'responses', 'learners')),
    filters: ['questionnaire', 'course', 'anonymity'],
  },
  people: {
    source: 'people',
    by: ['department', 'position', 'status', 'userType', 'addedMonth', 'addedYear'],
    measures: [count],
    period: 'addedOn',
    filters: [...PLACE, 'status', 'userType'],
  },
} as const satisfies Record<string, Ready>;

export type ReadyName = keyof typeof READY_REPORTS;
export const READY_NAMES = Object.keys(READY_REPORTS) as [ReadyName, ...ReadyName[]];
export const readyReport = (name: ReadyName): Ready => READY_REPORTS[name];

/** Filters of the page of a ready report, as in its query. */
export type ReadyFilter = { by?: string; from?: string; to?: string; [field: string]: string | undefined };

/** Makes the definition of a ready report; what it does not know in the filter is ignored. */
export function readyDefinition(name: ReadyName, { by, from, to, ...values }: ReadyFilter): Definition {
  const { source, by: choices, also = [], measures, period, filters } = readyReport(name);
  const group = choices.find((each) => each === by) ?? choices[0];
  const isTime = sourceOf(source).fields[group]!.type === 'period';
  const chosen = filters.flatMap((field): ReportFilter[] =>
    values[field] ? [{ field, op: 'in', values: [values[field]] }] : [],
  );
  const days = period
    ? (
        [
          ['from', from],
          ['to', to],
        ] as const
      ).flatMap(([op, day]): ReportFilter[] => (day ? [{ field: period, op, values: [day] }] : []))
    : [];
  return {
    ...{ source, columns: [], groups: [group, ...also], measures: [...measures] },
    filters: [...chosen, ...days],
    sort: isTime ? { by: group, descending: false } : null,
  };
}
