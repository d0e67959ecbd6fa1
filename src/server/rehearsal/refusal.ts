import type { Context } from '#src/server/core/context.ts';
import { examsUnderWay, rehearsalsOfAll } from './installation/read-state.ts';
import { activeTenants } from '#src/server/core/find-tenant.ts';
import { settings } from '#src/server/core/settings.ts';

/** Candidates of a rehearsal of the only enterprise of an installation, if the operator has not said otherwise. */
const DEFAULT = 2_000;

/**
 * Returns the largest number of candidates of a rehearsal that an administrator may ask for; 0: none. A rehearsal takes what
 * the machine has, so where several enterprises share it, none does so to the others unless the operator allows it.
 */
export async function mostTakers(): Promise<number> {
  return settings().rehearsalTakers ?? ((await activeTenants()).length > 1 ? 0 : DEFAULT);
}

/** Rehearsals of all enterprises together, in 24 hours. */
const MOST_A_DAY = 5;

export type Refusal = 'off' | 'busy' | 'exams' | 'tooMany';

/**
 * Returns why no rehearsal may be started now, for the whole installation: the operator does not want any, one is running,
 * a real exam is being taken or its window opens within an hour, or there were five within 24 hours.
 */
export async function refusal({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Refusal | null> {
  if ((await mostTakers()) === 0) return 'off';
  const { active, today, isOpen } = await rehearsalsOfAll(db, now());
  if (active.length > 0 || isOpen) return 'busy';
  if ((await examsUnderWay(db, now())).any) return 'exams';
  return today >= MOST_A_DAY ? 'tooMany' : null;
}
