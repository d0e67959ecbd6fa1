import type { ReadContact } from '#src/server/people/tables/sync.ts';

/* What a synchronisation needs of a provider of contacts. SCIM or LDAP would be two more implementations. */

export type SourceDepartment = { id: string; parentId: string | null; name: string };
/** Where to go on: a text that only the source understands, short enough for a row of the database. Null: at the end. */
type Next = { next: string | null };

/** The contacts of one provider. All methods throw `ContactError`; a page is asked again after a crash, with the same cursor. */
export type ContactSource = {
  /** The departments directly below one, for choosing; null: the highest that the app may see. */
  children(parentId: string | null): Promise<(SourceDepartment & { hasChildren: boolean })[]>;
  /** A page of the chosen departments and all below them. */
  departments(cursor: string | null, chosen: readonly string[]): Promise<{ departments: SourceDepartment[] } & Next>;
  /** A page of the people of departments; who is in several of them may come several times. */
  people(cursor: string | null, departments: readonly string[]): Promise<{ people: ReadContact[] } & Next>;
  /** Tests the access without changing anything. `ids`: the app gets ids only, neither names nor numbers. */
  test(): Promise<'people' | 'ids'>;
};

/** What may go wrong at a provider: keys of `errors`. */
const TEXTS = {
  Secret: 'contactsSecret',
  Address: 'contactsAddress',
  Permission: 'contactsPermission',
  Department: 'contactsDepartment',
  Busy: 'contactsBusy',
  Unreachable: 'contactsUnreachable',
  Answer: 'contactsAnswer',
  Other: 'contactsOther',
} as const;
export type ContactProblem = keyof typeof TEXTS;

/** Those that may be gone at the next try. */
const PASSING: readonly ContactProblem[] = ['Busy', 'Unreachable', 'Answer'];

/** Failure of a provider. */
export class ContactError extends Error {
  readonly problem: ContactProblem;
  /** Error code of the provider, or of the connection; never a secret or a token. */
  readonly code: string;

  constructor(problem: ContactProblem, code: string | number) {
    super(`${problem}: ${code}`);
    this.problem = problem;
    this.code = String(code);
  }

  get isPassing(): boolean {
    return PASSING.includes(this.problem);
  }

  /** Key of `errors` with its parameter. */
  get text(): { key: string; params: { code: string } } {
    return { key: TEXTS[this.problem], params: { code: this.code } };
  }
}
