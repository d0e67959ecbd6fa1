import type { PeopleField } from '#src/contract/rules/people-import.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { FieldValues, Note, Reason } from '../tables/import.ts';

/** Why a row is wrong, in the language of the user. */
export const reasonText = (t: Translate, { key, params }: Reason): string => t(`people:import.reason.${key}`, params);

/** What came of a row. Fields are named. */
export function noteText(t: Translate, note: Note | null): string | null {
  if (!note) return null;
  const fields = note.params?.['fields'];
  const names = typeof fields === 'string' ? fields.split(',').map((field) => t(`people:import.field.${field}`)) : [];
  return t(`people:import.note.${note.text}`, { ...note.params, fields: names.join(t('people:import.and')) });
}

/** A value as it is shown. */
export function valueText(t: Translate, field: PeopleField, value: FieldValues[PeopleField]): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return value.name;
  if (field === 'sex' || field === 'userType' || field === 'status') return t(`people:import.value.${field}.${value}`);
  return String(value);
}
