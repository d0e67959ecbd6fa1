import type { SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { certificateStatement, examStatement, hourStatement, type Page, taskStatement } from './record-lists.ts';
import { expectMany, type Filter, type Whose, whoseOf } from './whose.ts';

type Input = OperationInput<'POST /course/auth/centre/task/page'>;
type Row<List extends string> = Data<`POST /course/auth/centre/${List}/page` & keyof Pages>['list'][number];
type Pages = {
  'POST /course/auth/centre/task/page': true;
  'POST /course/auth/centre/exam/page': true;
  'POST /course/auth/centre/hour/page': true;
  'POST /course/auth/centre/certificate/page': true;
};

/** Reads a page of a list. @param moments columns that PostgreSQL returns as text, because the statement is written by hand */
const pageOf =
  <R extends object>(statement: (whose: Whose, filter: Filter, page: Page) => SQL, ...moments: (keyof R & string)[]) =>
  (ctx: Context, input: Input) =>
    readPage(input, async (part) => {
      type Read = R & { totalCount: number };
      const whose = whoseOf(ctx);
      const page = { ...part, hasMany: !input.userId && (await expectMany(ctx.db, whose)) };
      const { rows } = await ctx.db.execute<Read & Record<string, unknown>>(statement(whose, input, page));
      return rows.map((row): Read => {
        const dates = moments.map((name): [string, unknown] => [
          name,
          row[name] && new Date(row[name] as string).toISOString(),
        ]);
        return { ...row, ...Object.fromEntries(dates) } as unknown as Read;
      });
    });

/** Lists the tasks of the people of the viewer's organisation that contain a course of their seats. */
export const pageCentreTasks = pageOf<Row<'task'>>(taskStatement, 'endAt');
/** Lists the exams of the courses of their seats. */
export const pageCentreExams = pageOf<Row<'exam'>>(examStatement, 'windowEnd');
/** Lists the class hours that these have earned. */
export const pageCentreHours = pageOf<Row<'hour'>>(hourStatement, 'gmtCreate');
/** Lists the certificates that these have earned. */
export const pageCentreCertificates = pageOf<Row<'certificate'>>(certificateStatement, 'issuedAt', 'expiresAt');
