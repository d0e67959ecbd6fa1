import { PEOPLE_FIELDS, type PeopleField } from '#src/contract/rules/people-import.ts';
import { getT } from '#src/i18n/server.ts';
import type { Context } from '#src/server/core/context.ts';
import { headingOf } from './columns.ts';
import { MEDIA_TYPES } from './download-import.ts';

/** Rows of the template with lists of values. */
const LISTED_ROWS = 5_001;
const LISTS: PeopleField[] = ['sex', 'userType', 'status'];
const VALUES: Partial<Record<PeopleField, (string | number)[]>> = {
  sex: [1, 2],
  userType: [1, 2, 3],
  status: ['active', 'disabled'],
};

/** Returns an empty table of people with an explanation, in the language of the user. Cells are texts: numbers keep their zeros. */
export async function writeTemplate({ locale }: Context) {
  const { colToLetter, writeXlsx } = await import('hucre/xlsx');
  const t = getT(locale);
  const fields = PEOPLE_FIELDS.filter((field) => field !== 'departmentCode');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: t('people:import.template.sheet'),
        columns: fields.map(() => ({ width: 18, numFmt: '@' })),
        rows: [fields.map((field) => headingOf(field, locale))],
        freezePane: { rows: 1 },
        dataValidations: LISTS.map((field) => {
          const letter = colToLetter(fields.indexOf(field as (typeof fields)[number]));
          return {
            type: 'list' as const,
            values: VALUES[field]!.map((value) => t(`people:import.value.${field}.${value}`)),
            allowBlank: true,
            showErrorMessage: true,
            range: `${letter}2:${letter}${LISTED_ROWS}`,
          };
        }),
      },
      {
        name: t('people:import.template.explanation'),
        columns: [{ width: 22 }, { width: 90 }],
        rows: fields.map((field) => [headingOf(field, locale), t(`people:import.explain.${field}`)]),
      },
    ],
  });
  return {
    fileName: `${t('people:import.template.file')}.xlsx`,
    mediaType: MEDIA_TYPES.xlsx,
    base64: Buffer.from(bytes).toString('base64'),
  };
}
