import { z } from 'zod';
import { Amount, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';

/** Calendar year in the tenant's time zone. */
const Year = whole(2000, 2200);
const Count = z.number().int();

/** What a statement says about one year, as it was when it was issued. */
const Figures = z.object({
  hours: z.object({ required: Amount, culture: Amount, lecturer: Amount, other: Amount, total: Amount }),
  credits: Amount,
  examCount: Count.meta({ description: 'exams passed; of a department those of each person' }),
  certificateCount: Count.meta({ description: 'certificates issued that were not revoked' }),
});

const Statement = z.object({
  id: Id,
  statementNo: z.string(),
  year: z.number().int(),
  issuedAt: Instant,
});

/** About several people. */
const OfMany = Statement.extend({
  peopleCount: Count,
  hours: Amount,
  credits: Amount,
  isLatest: z.boolean().meta({ description: 'none about the same people and year was issued later' }),
});

/** `superseded`: what it was made of says something else now, or a later one of the year was issued. */
const State = z.enum(['current', 'superseded']);

/** Statements about a year of a member, or of the people of a department or an organisation account (docs/specification.md, section "Annual statements"). */
export const statement = define({
  'GET /data/auth/statement/year/list': {
    summary: 'List the years of which the user has class hours or credits, and the present one, newest first',
    auth: 'enterprise',
    input: Empty,
    data: z.array(z.number().int()).max(MAX_ITEMS.years),
  },
  'POST /data/auth/statement/issue': {
    summary: 'Issue the user’s statement of a year; the last one is returned if it says the same',
    auth: 'enterprise',
    input: z.object({ year: Year }),
    data: Statement,
  },
  'POST /data/auth/statement/page': {
    summary: 'List the statements that were issued to the user, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(Statement.extend({ state: State })),
  },
  'POST /data/auth/statement/department/export': {
    summary:
      'Request the statement of a department of the user, or of the enterprise: an archive with a summary, a table of its people in two formats and a credential',
    auth: 'training.read',
    input: z.object({
      year: Year,
      departmentId: Id.optional().meta({ description: 'with those below it; left out: the whole enterprise' }),
    }),
    data: ExportRecord,
  },
  'POST /data/auth/statement/department/page': {
    summary: 'List the statements that were issued about the user’s departments, newest first',
    auth: 'training.read',
    input: paged(10),
    data: page(
      OfMany.extend({
        department: z.string().nullable().meta({ description: 'its path; null: the whole enterprise' }),
      }),
    ),
  },
  'POST /data/auth/statement/organisation/export': {
    summary:
      'Request the statement of the people of the user’s organisation, with what the courses of their seats have earned: an archive as of a department',
    auth: 'organisation',
    input: z.object({ year: Year }),
    data: ExportRecord,
  },
  'POST /data/auth/statement/organisation/page': {
    summary: 'List the statements that were issued about the people of the user’s organisation, newest first',
    auth: 'organisation',
    input: paged(10),
    data: page(OfMany),
  },
  'GET /data/api/statement/verify': {
    summary: 'Say to anybody what a statement says, and whether that has changed since',
    auth: 'public',
    input: z.object({ number: z.string().trim().min(1).max(60) }),
    data: Statement.extend({
      state: State,
      enterpriseName: z.string(),
      kind: z.enum(['person', 'department', 'enterprise', 'organisation']),
      name: z.string().nullable().meta({ description: 'of a person as they allow; null: not shown' }),
      figures: Figures,
      peopleCount: Count.nullable().meta({ description: 'of a department; null: of a person' }),
      exams: z
        .array(z.object({ title: z.string(), score: Amount, totalScore: Amount, passedAt: Instant }))
        .max(MAX_ITEMS.statementLines),
      certificates: z
        .array(z.object({ certificateName: z.string(), certificateNo: z.string(), issuedAt: Instant }))
        .max(MAX_ITEMS.statementLines),
    }),
  },
});
