import type { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import { type ReadyFilter, type ReadyName, readyReport } from '#src/contract/rules/ready-reports.ts';
import { type Definition, ENTITIES, type Entity, sourceOf } from '#src/contract/rules/report.ts';
import { day, id, listQuery, type ListQuery, oneOf } from '#src/lib/list-query.ts';

/* Addresses and calls of the screens of reports. */

export const LIST = 'GET /report/auth/report/list';
export const VIEW = 'GET /report/auth/report/view';
export const RUN = 'POST /report/auth/report/run';
export type Saved = Data<typeof VIEW>;
export type Result = Data<typeof RUN>;

/** Filters of a ready report in the query of its page. */
export function readyQuery(name: ReadyName): ListQuery<ReadyFilter, never> {
  const { by, filters, source } = readyReport(name);
  const { fields } = sourceOf(source);
  return listQuery<ReadyFilter>({
    path: '/admin/reports/view',
    fixed: { report: name },
    filters: {
      ...{ by: oneOf(by), from: day, to: day },
      ...Object.fromEntries(
        filters.map((field) => [field, fields[field]!.entity ? id : oneOf(fields[field]!.values!)]),
      ),
    },
  });
}

/** The list of a thing that a cell names, or its page. */
const PAGES: Partial<Record<Entity, (thing: string) => string>> = {
  person: (userId) => `/admin/people/${userId}`,
  department: (departmentId) => `/admin/people?departmentId=${departmentId}`,
  position: (positionId) => `/admin/people?positionId=${positionId}`,
  course: (courseId) => `/knowledge/course/${courseId}`,
  exam: (examId) => `/test/analysis?id=${examId}`,
  certificate: (certificateId) => `/admin/certificates?certificateId=${certificateId}`,
  lecturer: (lecturerId) => `/lecturer/view/${lecturerId}`,
  requirement: (requirementId) => `/admin/matrix?requirementId=${requirementId}`,
};
export const pageOfEntity = (entity: Entity, thing: string): string | undefined => PAGES[entity]?.(thing);

/** Things whose pages a member may open: only those are links. */
export const linkedEntities = (member: Parameters<typeof hasAccess>[1]): Entity[] =>
  ENTITIES.filter((entity) => {
    const path = pageOfEntity(entity, 'x');
    return path && hasAccess(accessOf(path.split('?')[0]!) ?? 'admin', member);
  });

/** A report without the filters that are not complete yet. */
export const complete = (definition: Definition): Definition => ({
  ...definition,
  filters: definition.filters.filter(({ values }) => values.some((value) => value.trim() !== '')),
});

/** What is wrong with a report: the message at its field says more than the one about all of it. */
export const messageOf = ({ message, fields }: ApiError): string => Object.values(fields)[0] ?? message;
