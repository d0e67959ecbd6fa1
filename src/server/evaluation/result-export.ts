import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { type ExportList, type OfPerson, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { resultsOf } from './page-evaluations.ts';
import { EVALUATION_JOINS } from './read-evaluations.ts';

type Row = OfPerson & {
  title: string;
  kind: string;
  context: string;
  attempt: number;
  score: string;
  passed: boolean | null;
  assessors: string;
  doneAt: Date;
};

type Filter = OperationInput<'POST /course/auth/evaluation/result/export'>;

/** Requests an export of the results that the viewer sees. @throws AppError 429 like `requestExport` */
export const exportResults = (ctx: Context, input: Filter) => requestExport(ctx, 'evaluations', input);

/** Export of finished evaluations, latest first: those of the requester's courses, for administrators all. */
export const evaluationExport: ExportList<Row> = {
  query: (asked) => sql`
    select ${personSql}, f.title, f.kind, coalesce(c.title, t.title, '') as context,
           e.attempt, e.score, e.passed, e.done_at as "doneAt",
           (select coalesce(string_agg(p.user_name, ', ' order by p.user_name), '') from evaluation_assessment a
            join enterprise_user p on p.enterprise_id = a.enterprise_id and p.user_id = a.user_id
            where a.enterprise_id = e.enterprise_id and a.evaluation_id = e.id and a.role = 'assessor') as assessors
    from evaluation e ${EVALUATION_JOINS}
    join enterprise_user u on u.enterprise_id = e.enterprise_id and u.user_id = e.user_id
    where e.enterprise_id = ${asked.enterpriseId} and ${resultsOf(asked, asked.input as Filter)} and ${inPeriod(asked, sql`e.done_at`)}
      and ${(asked.input.scope ?? 'own') === 'own' ? sql`true` : ofPeople(asked)}
    order by e.done_at desc, e.id desc`,
  columns: (t) => [
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'evaluation', width: 40, type: 'text', value: ({ title }) => title },
    { name: 'evaluationKind', width: 16, type: 'text', value: ({ kind }) => t(`enum:evaluationKind.${kind}`) },
    { name: 'courseOrTask', width: 40, type: 'text', value: ({ context }) => context },
    { name: 'attempt', width: 10, type: 'number', value: ({ attempt }) => attempt },
    { name: 'score', width: 10, type: 'number', value: ({ score }) => Number(score) },
    {
      name: 'result',
      width: 12,
      type: 'text',
      value: ({ passed }) => (passed === null ? null : t(`enum:evaluationResult.${passed ? 'passed' : 'failed'}`)),
    },
    { name: 'assessors', width: 30, type: 'text', value: ({ assessors }) => assessors },
    { name: 'completedAt', width: 18, type: 'time', value: ({ doneAt }) => doneAt },
  ],
};
