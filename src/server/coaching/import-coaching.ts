import { and, eq } from 'drizzle-orm';
import { updateCoaching } from '#src/server/coaching/update-coaching.ts';
import { coaching, coachingGoal, coachingMeeting, coachingPlan } from '#src/server/coaching/tables.ts';
import { momentOf, syncByCode, writeUnlessEdited, type Importing } from '#src/server/pack/importing.ts';
import type { CoachingPlan } from '#src/server/pack/pack-coaching.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports what coachings need to be complete. @returns ids by code */
export function importCoachingPlans(importing: Importing): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'coaching',
    coachingPlan,
    importing.pack.coaching.map(({ code, title, requiredMeetings, requiredGoals }) => ({
      ...{ code, title, requiredMeetings, requiredGoals },
    })),
  );
}

/**
 * Imports who coaches whom, after the tasks, whose progress depends on it. Goals and meetings are imported with a new
 * coaching only: later they are those of its two people.
 */
export async function importCoachings(importing: Importing, people: Ids, plans: Ids): Promise<void> {
  const { db, enterpriseId, now } = importing;
  for (const plan of importing.pack.coaching) {
    const planId = plans.get(plan.code)!;
    const stored = await db
      .select()
      .from(coaching)
      .where(and(eq(coaching.enterpriseId, enterpriseId), eq(coaching.planId, planId)));
    for (const { mentor, learners } of plan.mentors) {
      for (const learner of learners) {
        const [learnerId, mentorId] = [people.get(learner)!, people.get(mentor)!];
        const before = stored.find((row) => row.learnerId === learnerId);
        const item = { kind: 'coached person', name: `${plan.code}/${learner}` };
        const known = { ...item, is: 'coaching mentor', code: `${planId} ${learnerId}` };
        const id = await writeUnlessEdited(importing, known, coaching, before, { planId, learnerId, mentorId });
        if (before) continue;
        await writeGoals(importing, plan, id, learner);
        await writeMeetings(importing, plan, id, { learner, learnerId, mentorId });
        const requirements = { ...plan, id: planId };
        await updateCoaching(db, { enterpriseId, id, learnerId, completedAt: null, plan: requirements }, now);
      }
    }
  }
}

async function writeGoals(
  { db, enterpriseId, now }: Importing,
  { goals, goalStates }: CoachingPlan,
  coachingId: string,
  learner: string,
): Promise<void> {
  for (const [sort, { code, title }] of goals.entries()) {
    const state = goalStates.find((each) => each.learner === learner && each.goal === code)?.state ?? 'open';
    await db.insert(coachingGoal).values({ enterpriseId, coachingId, title, state, stateAt: now, sort });
  }
}

async function writeMeetings(
  importing: Importing,
  { meetings }: CoachingPlan,
  coachingId: string,
  { learner, learnerId, mentorId }: { learner: string; learnerId: string; mentorId: string },
): Promise<void> {
  const { db, enterpriseId } = importing;
  for (const meeting of meetings.filter((each) => each.learner === learner)) {
    const { place, agenda, state, mentorNote, learnerNote } = meeting;
    const startsAt = momentOf(importing, meeting.at);
    const confirmedAt = state === 'confirmed' ? startsAt : null;
    await db.insert(coachingMeeting).values({
      ...{ enterpriseId, coachingId, startsAt, place, agenda, mentorNote, learnerNote },
      ...{ mentorConfirmedAt: confirmedAt, learnerConfirmedAt: confirmedAt },
      state: state === 'proposed' ? 'proposed' : 'agreed',
      proposedBy: meeting.proposedBy === 'mentor' ? mentorId : learnerId,
    });
  }
}
