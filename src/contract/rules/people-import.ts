/** What a column of a file of people can be. `department` may be several columns: its levels from the top. */
export const PEOPLE_FIELDS = [
  'userName',
  'employeeNo',
  'phone',
  'department',
  'departmentCode',
  'position',
  'superior',
  'joinedOn',
  'sex',
  'userType',
  'status',
  'email',
] as const;
export type PeopleField = (typeof PEOPLE_FIELDS)[number];

/** What an import does with a row. */
export const PEOPLE_KINDS = ['new', 'changed', 'unchanged', 'missing', 'wrong'] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

/** Rows and columns of a sheet that are read, and sheets of a workbook. */
export const PEOPLE_LIMITS = { rows: 200_000, columns: 100, sheets: 50, bytes: 32 * 1024 * 1024 };

/** Days after which the rows of an import are deleted, so that it cannot be undone any more; and those of one that was not applied. */
export const PEOPLE_IMPORT_DAYS = { applied: 90, waiting: 7 };

/** Share of the active people above which disabling those who are missing has to be confirmed with their number. */
export const MANY_MISSING = 0.1;

/** Whether so many people may not be disabled without a second confirmation. */
export const isManyMissing = (missing: number, active: number): boolean => missing > active * MANY_MISSING;
