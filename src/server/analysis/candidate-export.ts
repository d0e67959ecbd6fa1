import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { type Candidate, candidateRows } from './page-candidates.ts';
import { seesResults } from './sees-results.ts';

type Input = OperationInput<'POST /exam/auth/exam/analysis/candidate/export'>;

/** Export of the people of an exam, as the list shows them. */
export const candidateExport: ExportList<Candidate> = {
  query: (asked) => {
    const { examId, examState, keyword, certificate, within, window, from, to } = asked.input as Omit<
      Input,
      'department'
    > & {
      within?: string;
    };
    const { enterpriseId, timeZone, now } = asked;
    const which = { enterpriseId, examId, now, timeZone, window, from, to };
    return sql`select * from (${candidateRows(which, { examState, keyword, certificate, department: within })}) listed
      where exists (select from exam e where e.enterprise_id = ${enterpriseId} and e.id = ${examId} and ${seesResults(asked)})`;
  },
  columns: (t) => [
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 28, type: 'text', value: ({ department }) => department },
    { name: 'state', width: 18, type: 'text', value: ({ examState }) => t(`enum:examState.${examState}`) },
    { name: 'attemptsUsed', width: 14, type: 'number', value: ({ attempts }) => attempts },
    { name: 'firstScore', width: 12, type: 'number', value: ({ firstScore }) => numberOf(firstScore) },
    { name: 'bestScore', width: 12, type: 'number', value: ({ bestScore }) => numberOf(bestScore) },
    { name: 'submittedAt', width: 18, type: 'time', value: ({ submittedAt }) => submittedAt },
    { name: 'certificateNo', width: 20, type: 'text', value: ({ certificateNo }) => certificateNo },
    {
      name: 'revoked',
      width: 16,
      type: 'text',
      value: ({ certificateRevoked }) => (certificateRevoked ? t('analysis:yes') : null),
    },
  ],
};

const numberOf = (score: number | string | null) => (score === null ? null : Number(score));
