import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { PEOPLE_FIELDS, type PeopleField } from '#src/contract/rules/people-import.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { headingOf } from './columns.ts';
import { MEDIA_TYPES } from './download-import.ts';

/** How the employee numbers of invented people of the demo tenants begin (src/demo). */
const INVENTED: Record<string, string> = { huaxin: 'HX2', bluebay: 'BB-2' };
const MAX_PEOPLE = 300;
const FIELDS = PEOPLE_FIELDS.filter((field) => !['departmentCode', 'email'].includes(field));
type Row = { [F in PeopleField]?: string };

/** Whether the viewer is offered a sample file: in the demo tenants, whose people may be changed by trying it. */
export async function hasSample({ db, tenant }: Context): Promise<boolean> {
  const beginning = INVENTED[tenant.key];
  if (beginning === undefined) return false;
  const own = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    sql`starts_with(${enterpriseUser.employeeNo}, ${beginning})`,
  );
  return (await db.select({ id: enterpriseUser.userId }).from(enterpriseUser).where(own).limit(1)).length > 0;
}

/**
 * Returns a table of the people of a demo tenant in which some are new, some moved, some missing, and three rows wrong.
 * @throws AppError 404 in other tenants
 */
export async function writeSample(ctx: Context) {
  const { locale } = ctx;
  if (!(await hasSample(ctx))) throw notFound();
  const { writeXlsx } = await import('hucre/xlsx');
  const t = getT(locale);
  const people = await readPeople(ctx);
  // What is changed depends on the place in the list only, so that the same file comes each time.
  const rows = people.flatMap((person, at) => {
    if (at % 40 === 37) return [];
    const other = people[(at + 11) % people.length]!;
    return at % 30 === 23 ? [{ ...person, department: other.department, position: other.position }] : [person];
  });
  rows.push(...addedPeople(ctx, people), ...wrongRows(ctx, people));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: t('people:import.template.sheet'),
        columns: FIELDS.map(() => ({ width: 18, numFmt: '@' })),
        rows: [
          FIELDS.map((field) => headingOf(field, locale)),
          ...rows.map((row) => FIELDS.map((field) => row[field] ?? '')),
        ],
        freezePane: { rows: 1 },
      },
    ],
  });
  return {
    fileName: `${t('people:import.sample.file')}.xlsx`,
    mediaType: MEDIA_TYPES.xlsx,
    base64: Buffer.from(bytes).toString('base64'),
  };
}

async function readPeople({ db, tenant, viewer, locale }: Context): Promise<Row[]> {
  const superior = alias(enterpriseUser, 'superior');
  const u = enterpriseUser;
  const found = await db
    .select({
      ...{ userName: u.userName, employeeNo: u.employeeNo, phone: userAccount.phone, department: u.department },
      ...{ position: u.post, superior: superior.employeeNo, joinedOn: u.joinedOn, sex: u.sex, userType: u.userType },
    })
    .from(u)
    .innerJoin(userAccount, eq(userAccount.id, u.userId))
    .leftJoin(superior, and(eq(superior.enterpriseId, u.enterpriseId), eq(superior.userId, u.superiorId)))
    .where(
      and(
        eq(u.enterpriseId, tenant.id),
        eq(u.status, 'active'),
        inScope(sql`coalesce(${u.department}, '')`, scopeOf(viewer, 'people.write')),
      ),
    )
    .orderBy(sql`${u.employeeNo} nulls first`, userAccount.phone)
    .limit(MAX_PEOPLE);
  const t = getT(locale);
  return found.map(({ sex, userType, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? ''])),
    sex: t(`people:import.value.sex.${sex as 1 | 2}`),
    userType: t(`people:import.value.userType.${userType as 1 | 2 | 3}`),
  }));
}

const NEW = {
  zh: ['程一诺', '丁思齐', '方泽楷', '顾清扬', '韩若溪', '蒋承宇', '陆子墨', '苏念安'],
  en: ['Adam Lind', 'Bianca Rossi', 'Daniel Ortiz', 'Eva Novak', 'Farid Aziz', 'Greta Holm', 'Ivan Kral', 'Julia Sato'],
};

/** Newcomers in the places of others. */
function addedPeople({ tenant, now }: Context, people: Row[]): Row[] {
  const names = NEW[tenant.lang === 'en' ? 'en' : 'zh'];
  return names.map((userName, at) => {
    const { department = '', position = '', superior = '', userType = '' } = people.at(-1 - at * 7) ?? {};
    const joinedOn = new Date(now().getTime() - at * 86_400_000).toISOString().slice(0, 10);
    const number = String(9_001 + at);
    return {
      ...{ userName, employeeNo: `${INVENTED[tenant.key]!.slice(0, -1)}${number}`, phone: `1990000${number}` },
      ...{ department, position, superior, joinedOn, userType },
    };
  });
}

/** A phone number with a digit missing, a day that no calendar has, a sex that is none. */
function wrongRows({ tenant }: Context, people: Row[]): Row[] {
  const { department = '', position = '' } = people.at(-1) ?? {};
  const number = INVENTED[tenant.key]!.slice(0, -1);
  const [one, two, three] = NEW[tenant.lang === 'en' ? 'en' : 'zh'];
  return [
    { userName: `${one} 2`, employeeNo: `${number}9101`, phone: '1990000910', department, position },
    { userName: `${two} 2`, employeeNo: `${number}9102`, phone: '19900009102', joinedOn: '2026-02-30', department },
    { userName: `${three} 2`, employeeNo: `${number}9103`, phone: '19900009103', sex: '?', department },
  ];
}
