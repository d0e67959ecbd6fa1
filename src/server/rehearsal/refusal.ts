import type { Context } from '#src/server/core/context.ts';
import { examsUnderWay, rehearsalsOfAll } from './installation/read-state.ts';
import { mostTakers } from './most-takers.ts';

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
