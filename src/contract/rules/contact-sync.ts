/** Providers whose contacts can be synchronised. */
export const CONTACT_PROVIDERS = ['wecom', 'dingtalk'] as const;
export type ContactProvider = (typeof CONTACT_PROVIDERS)[number];

/** What is taken of a person besides the department, where the provider delivers it; names by `PEOPLE_FIELDS`. */
export const CONTACT_FIELDS = ['userName', 'phone', 'email', 'position', 'superior', 'joinedOn'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Where the employee number comes from: nowhere, the id of the person at the provider, or a field of the provider. */
export const NUMBER_SOURCES = ['none', 'id', 'field'] as const;
export type NumberSource = (typeof NUMBER_SOURCES)[number];

/**
 * What becomes of a chosen department of the provider: `same` is the department of the portal, those below it are made below that one;
 * `below` is made below it, with those below; `flat`: everybody in it and below belongs to the department of the portal.
 */
export const DEPARTMENT_RULES = ['same', 'below', 'flat'] as const;
export type DepartmentRule = (typeof DEPARTMENT_RULES)[number];

/** Bounds of what is configured: departments that are chosen. */
export const MAX_CHOSEN = 200;

/** How a run of a synchronisation is, until its plan is an import of people like that of a file. */
export const SYNC_STATES = ['reading', 'stopped', 'planning', 'planned', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** Share of the people of the run before that may be missing in the answers of a provider; with fewer the run stops for a confirmation. */
export const MOST_MISSING = 0.1;

/** Whether an answer is so much shorter than the one before that it is not believed without a confirmation. */
export const isShrunken = (people: number, before: number | null): boolean =>
  people === 0 || (before !== null && people < before * (1 - MOST_MISSING));
