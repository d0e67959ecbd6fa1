import { REQUIREMENT_STATES } from './requirement.ts';
import type { Right } from './rights.ts';

/*
 * What reports can show (decision 101): a declared list of sources, each with its fields. There is no other way to ask: a report is made of names
 * of this list, and the server has one expression for each name (`server/report/sources`).
 */

/** `period`: a month or a year of a moment, as text that sorts by time. */
type FieldType = 'text' | 'choice' | 'number' | 'day' | 'period';
/** Things that a field names by their id: filters choose them, and cells lead to their screens. */
export const ENTITIES = [
  'person',
  'department',
  'position',
  'course',
  'category',
  'exam',
  'certificate',
  'lecturer',
  'requirement',
  'questionnaire',
] as const;
export type Entity = (typeof ENTITIES)[number];

export type ReportField = {
  type: FieldType;
  entity?: Entity;
  /** Of `choice`. */
  values?: readonly string[];
  /** Not all of its rows may be added up: only those of one value of this field. */
  per?: string;
};

const text = { type: 'text' } as const;
const number = { type: 'number' } as const;
const of = <E extends Entity>(entity: E) => ({ type: 'text', entity }) as const;
const choice = <const V extends string>(...values: V[]) => ({ type: 'choice', values }) as const;

/** A moment, of which reports have the day, the month and the year: exact times would tell who wrote what (decision 053). */
const moment = <N extends string>(name: N) =>
  ({
    [`${name}On`]: { type: 'day' },
    [`${name}Month`]: { type: 'period' },
    [`${name}Year`]: { type: 'period' },
  }) as { [K in `${N}On`]: { type: 'day' } } & { [K in `${N}Month` | `${N}Year`]: { type: 'period' } };

const person = { person: of('person'), employeeNo: text, department: of('department'), position: of('position') };

type Source = {
  /** Who may read it. */
  right: Extract<Right, 'people.read' | 'training.read'>;
  /** Its rows belong to no department: for those who have the right in the whole enterprise. */
  isWhole?: boolean;
  fields: Record<string, ReportField>;
};

/** What can be counted, by name. `person` is whoever the row is about. */
export const REPORT_SOURCES = {
  people: {
    right: 'people.read',
    fields: {
      ...person,
      status: choice('active', 'disabled'),
      userType: choice('1', '2', '3'),
      ...moment('added'),
    },
  },
  study: {
    right: 'training.read',
    fields: {
      ...person,
      course: of('course'),
      category: of('category'),
      courseType: choice('1', '2', '3'),
      learning: choice('learning', 'completed'),
      progress: number,
      minutes: number,
      completedRate: number,
      ...moment('started'),
      ...moment('completed'),
    },
  },
  exams: {
    right: 'training.read',
    fields: {
      ...person,
      exam: of('exam'),
      course: of('course'),
      sitting: choice('open', 'submitted', 'marked', 'voided'),
      result: choice('passed', 'failed', 'waiting'),
      score: number,
      percent: number,
      passRate: number,
      ...moment('started'),
    },
  },
  hours: {
    right: 'training.read',
    fields: {
      ...person,
      departmentThen: of('department'),
      kind: choice('hours', 'credits', 'points'),
      hourKind: choice('required', 'culture', 'lecturer', 'other'),
      title: text,
      hours: number,
      credits: number,
      points: number,
      year: { type: 'period' },
      ...moment('earned'),
    },
  },
  certificates: {
    right: 'training.read',
    fields: {
      ...person,
      certificate: of('certificate'),
      certificateNo: text,
      issueWay: choice('automatic', 'manual'),
      validity: choice('held', 'expiring', 'expired', 'revoked'),
      ...moment('issued'),
      ...moment('expires'),
    },
  },
  requirements: {
    right: 'training.read',
    fields: {
      ...person,
      requirement: of('requirement'),
      state: choice(...REQUIREMENT_STATES),
      fulfilledRate: number,
      ...moment('due'),
    },
  },
  lecturers: {
    right: 'training.read',
    isWhole: true,
    fields: {
      lecturer: of('lecturer'),
      level: text,
      course: of('course'),
      lesson: text,
      hours: number,
      attendees: number,
      rating: number,
      ...moment('taught'),
    },
  },
  // Costs of classes are a further branch of its statement (`server/report/sources/business.ts`), with a value of `costKind` of their own.
  costs: {
    right: 'training.read',
    isWhole: true,
    fields: {
      ...person,
      costKind: choice('order', 'lecturer', 'room', 'material', 'travel', 'catering', 'other'),
      course: of('course'),
      session: text,
      orderNo: text,
      orderState: choice('pending', 'approved', 'rejected', 'withdrawn'),
      seats: number,
      seatsUsed: number,
      price: { type: 'number', per: 'currency' },
      amount: { type: 'number', per: 'currency' },
      currency: text,
      ...moment('ordered'),
    },
  },
  questionnaires: {
    right: 'training.read',
    isWhole: true,
    fields: {
      questionnaire: of('questionnaire'),
      course: of('course'),
      question: text,
      anonymity: choice('anonymous', 'named'),
      learners: number,
      responses: number,
      responseRate: number,
      answers: number,
      mean: number,
    },
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof REPORT_SOURCES;
export const SOURCE_NAMES = Object.keys(REPORT_SOURCES) as [SourceName, ...SourceName[]];
export const sourceOf = (name: SourceName): Source => REPORT_SOURCES[name];

/** `people`: how many different people the rows are about; the others but `count` are of a number. */
export const AGGREGATES = ['count', 'people', 'sum', 'mean', 'min', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];
/** `in`: one of the values, of a department also those below it; `from`, `to`: days and numbers, inclusive. */
export const FILTER_OPERATORS = ['in', 'contains', 'from', 'to'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export type ReportFilter = { field: string; op: FilterOperator; values: string[] };
export type Measure = { aggregate: Aggregate; field: string | null };
export type Definition = {
  source: SourceName;
  /** Of a list: a report without groups and measures. */
  columns: string[];
  groups: string[];
  measures: Measure[];
  filters: ReportFilter[];
  /** By the key of a column. */
  sort: { by: string; descending: boolean } | null;
};

export const MAX_REPORT = { columns: 20, groups: 3, measures: 8, filters: 20, values: 50 };
/** Rows that are shown and kept; exports have more. */
export const MAX_REPORT_ROWS = 10_000;
export const REPORT_PAGE = 50;
/** People who get a report by e-mail. */
export const MAX_RECIPIENTS = 50;
/** Days for which a delivery stays in the log. */
export const DELIVERY_DAYS = 400;

export const EVERY = ['day', 'week', 'month'] as const;
export type Every = (typeof EVERY)[number];
export const REPORT_DELIVERY_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const;
export type ReportDeliveryState = (typeof REPORT_DELIVERY_STATES)[number];
export const REPORT_DELIVERY_REASONS = [
  'noMail',
  'noAddress',
  'gone',
  'noRight',
  'invalid',
  'refused',
  'unreachable',
  'tooLarge',
  'interrupted',
] as const;
export type ReportDeliveryReason = (typeof REPORT_DELIVERY_REASONS)[number];

/** A column of a report. */
export type ReportColumn = {
  key: string;
  field: string | null;
  aggregate: Aggregate | null;
  type: FieldType;
  entity: Entity | null;
};

export const measureKey = ({ aggregate, field }: Measure): string => (field ? `${aggregate}:${field}` : aggregate);

/** The columns of a report that `definitionProblem` accepts, in their order. */
export function columnsOf({ source, columns, groups, measures }: Definition): ReportColumn[] {
  const { fields } = sourceOf(source);
  const plain = (name: string): ReportColumn => {
    const { type, entity = null } = fields[name]!;
    return { key: name, field: name, aggregate: null, type, entity };
  };
  if (groups.length === 0 && measures.length === 0) return columns.map(plain);
  const counted: Measure[] = measures.length > 0 ? measures : [{ aggregate: 'count', field: null }];
  return [
    ...groups.map(plain),
    ...counted.map((measure): ReportColumn => ({
      ...{ key: measureKey(measure), field: measure.field, aggregate: measure.aggregate },
      ...{ type: 'number' as const, entity: null },
    })),
  ];
}

/** Operators for a type of field. */
export const operatorsOf = ({ type, entity }: ReportField): readonly FilterOperator[] => {
  if (type === 'choice' || entity) return ['in'];
  if (type === 'text') return ['contains', 'in'];
  return ['from', 'to'];
};

/**
 * Says what is wrong with a report.
 * @returns the setting, as the path of its value, and the key of a text in `errors.json`; null: nothing
 */
export function definitionProblem(definition: Definition): { field: string; key: string } | null {
  const { source, columns, groups, measures, filters, sort } = definition;
  const { fields } = sourceOf(source);
  const has = (name: string) => Object.hasOwn(fields, name);
  const invalid = (field: string) => ({ field, key: 'field.invalid' });
  const isTwice = (names: string[]) => new Set(names).size < names.length;
  if (!columns.every(has) || isTwice(columns)) return invalid('columns');
  if (!groups.every((name) => has(name) && fields[name]!.type !== 'number') || isTwice(groups))
    return invalid('groups');
  for (const [at, { aggregate, field }] of measures.entries()) {
    const isCount = aggregate === 'count' || aggregate === 'people';
    if (aggregate === 'people' ? !has('person') || field !== null : field === null ? !isCount : !has(field))
      return invalid(`measures.${at}`);
    if (field === null || isCount) continue;
    if (fields[field]!.type !== 'number') return invalid(`measures.${at}`);
    const { per } = fields[field]!;
    const isOne = filters.some((each) => each.field === per && each.op === 'in' && each.values.length === 1);
    if (per && !groups.includes(per) && !isOne) return { field: `measures.${at}`, key: 'field.oneCurrency' };
  }
  if (isTwice(measures.map(measureKey))) return invalid('measures');
  if (groups.length === 0 && measures.length === 0 && columns.length === 0)
    return { field: 'columns', key: 'field.required' };
  for (const [at, { field, op, values }] of filters.entries()) {
    if (!has(field) || !operatorsOf(fields[field]!).includes(op)) return invalid(`filters.${at}`);
    if (!values.every((value) => isValue(fields[field]!, op, value))) return invalid(`filters.${at}`);
  }
  if (sort && !columnsOf(definition).some(({ key }) => key === sort.by)) return invalid('sort');
  return null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isValue({ type, entity, values }: ReportField, op: FilterOperator, value: string): boolean {
  if (entity) return UUID.test(value);
  if (type === 'choice') return values!.includes(value);
  if (type === 'number') return /^-?\d{1,12}(\.\d{1,2})?$/.test(value);
  if (type === 'day')
    return DAY.test(value) && new Date(`${value}T00:00Z`).getUTCDate() === Number(value.slice(8)) && value > '1900';
  if (type === 'period') return /^\d{4}(-\d{2})?$/.test(value);
  return op === 'contains' ? value.trim() !== '' : true;
}
