import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Named } from './people-list.ts';

/* The values of the form of a member, made from what is stored and back into the input of the save. */

export type PersonData = Data<'GET /user/auth/people/view'>;
export type PersonValues = {
  userName: string;
  employeeNo: string;
  phone: string;
  email: string;
  sex: number;
  userType: number;
  joinedOn: string | null;
  departmentId: Named | null;
  positionId: Named | null;
  superiorId: Named | null;
};

const named = (id: string | null, name: string | null): Named | null => (id === null ? null : { id, name: name ?? '' });

/** @param person null: a new one, in the department whose people are shown */
export const valuesOf = (person: PersonData | null, department: Named | null = null): PersonValues => ({
  ...{ userName: person?.userName ?? '', employeeNo: person?.employeeNo ?? '', phone: person?.phone ?? '' },
  ...{ email: person?.email ?? '', sex: person?.sex ?? 1, userType: person?.userType ?? 1 },
  joinedOn: person?.joinedOn ?? null,
  departmentId: person ? named(person.departmentId, person.department) : department,
  positionId: named(person?.positionId ?? null, person?.post ?? null),
  superiorId: named(person?.superiorId ?? null, person?.superiorName ?? null),
});

export const inputOf = (values: PersonValues): OperationInput<'POST /user/auth/people/save'> => ({
  ...values,
  ...{ departmentId: values.departmentId?.id ?? null, positionId: values.positionId?.id ?? null },
  superiorId: values.superiorId?.id ?? null,
  revision: 0,
});

const NAMES = [
  ...(['userName', 'employeeNo', 'phone', 'email', 'sex', 'userType'] as const),
  ...(['joinedOn', 'departmentId', 'positionId', 'superiorId'] as const),
];
type Name = (typeof NAMES)[number];

const TITLES: Record<Name, string> = {
  userName: 'people:table.name',
  employeeNo: 'people:table.number',
  phone: 'people:table.phone',
  email: 'people:form.email',
  sex: 'people:form.sex',
  userType: 'people:table.type',
  joinedOn: 'people:table.joined',
  departmentId: 'people:table.department',
  positionId: 'people:table.post',
  superiorId: 'people:table.superior',
};
/** The label of a field. */
export const titleOf = (t: Translate, name: Name): string => t(TITLES[name]);

function textOf(t: Translate, values: PersonValues, name: Name): string {
  const value = values[name];
  if (name === 'sex') return t(`people:sex.${value as number}`);
  if (name === 'userType') return t(`enum:userType.${value as number}`);
  return value !== null && typeof value === 'object' ? value.name : String(value ?? '');
}

/** The fields in which what was typed differs from what somebody else has stored meanwhile. */
export function differencesOf(
  t: Translate,
  base: PersonValues,
  mine: PersonValues,
  theirs: PersonValues,
): Difference<Name>[] {
  return NAMES.map((name) => ({
    name,
    label: titleOf(t, name),
    mine: textOf(t, mine, name),
    theirs: textOf(t, theirs, name),
    isTheirs: textOf(t, mine, name) === textOf(t, base, name),
  })).filter((each) => each.mine !== each.theirs);
}

/** What was typed, with the fields that were taken from the other version. */
export const merged = (mine: PersonValues, theirs: PersonValues, taken: ReadonlySet<Name>): PersonValues => ({
  ...mine,
  ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])),
});
