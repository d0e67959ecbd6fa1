import type { Data } from '#src/contract/calls.ts';
import type { RequirementState } from '#src/contract/rules/requirement.ts';

type Why = Data<'GET /course/auth/requirement/why'>;

/** The moments of which the state at any time is made; `infinity`: never. */
export type Moments = {
  dueAt: string;
  validUntil: string | null;
  renewFrom: string | null;
  isStarted: boolean;
  exemptUntil: string | null;
};

/** What a signed file about a person and a requirement contains as JSON. */
export type Evidence = {
  format: 'zhixing-requirement-evidence/1';
  enterprise: { name: string; timeZone: string };
  person: Why['person'];
  requirement: {
    id: string;
    title: string;
    /** The terms of that day. */
    version: number;
    since: string | null;
    until: string | null;
    subjects: Pick<Why['facts'][number], 'kind' | 'id' | 'title'>[];
  } & Pick<Why, 'dueDays' | 'dueFrom' | 'dueOn' | 'repeatMonths' | 'renewDays'>;
  /** The day that was asked about, and the moment of it. */
  on: string;
  at: string;
  /** Null: the person did not have the requirement. */
  state: RequirementState | null;
  moments: Moments | null;
  assignments: Why['assignments'];
  facts: Why['facts'];
  decisions: Why['decisions'];
  computedAt: string;
  issuedBy: { userId: string; userName: string };
};
