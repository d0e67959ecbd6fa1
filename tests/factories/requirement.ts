import { randomUUID } from 'node:crypto';
import type { Input } from '#src/contract/calls.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { reconcileRequirementsOf } from '#src/server/jobs/reconcile-requirements.ts';
import {
  requirement,
  requirementPerson,
  requirementRule,
  requirementSubject,
  requirementVersion,
} from '#src/server/requirement/tables/requirement.ts';
import { requirementDelivery, requirementMessage } from '#src/server/requirement/tables/message.ts';
import type { TestTenant } from './tenant.ts';

export type NewRequirement = {
  title?: string;
  phase?: 'draft' | 'published';
  since?: Date;
  terms?: Partial<typeof requirementVersion.$inferInsert>;
  subject?: { courseId?: string; projectId?: string; examId?: string; certificateId?: string };
  /** Default: everybody. */
  rules?: Partial<typeof requirementRule.$inferInsert>[];
  people?: { userId: string; excluded?: boolean }[];
};

/** Inserts a requirement, published for everybody by default, with its assignments. @returns its id */
export async function mintRequirement(tenant: TestTenant, given: NewRequirement): Promise<string> {
  const id = randomUUID();
  const { title = '焊接安全', phase = 'published', since = new Date(), rules = [{}], people = [] } = given;
  const key = { enterpriseId: tenant.id, requirementId: id };
  await withTenant(tenant.id, async (db) => {
    await db.insert(requirement).values({ enterpriseId: tenant.id, id, title, phase, stale: 'rule' });
    await db.insert(requirementVersion).values({
      ...{ ...key, number: 1, since: phase === 'published' ? since : null },
      ...{ dueDays: 30, dueFrom: 'assigned' as const, ...given.terms },
    });
    if (given.subject) await db.insert(requirementSubject).values({ ...key, version: 1, ...given.subject });
    if (rules.length > 0) await db.insert(requirementRule).values(rules.map((rule) => ({ ...key, ...rule })));
    if (people.length > 0) await db.insert(requirementPerson).values(people.map((each) => ({ ...key, ...each })));
  });
  await reconcile(tenant);
  return id;
}

/** Inserts a reminder whose notice was sent. @returns its id */
export async function mintMessage({ id: enterpriseId }: TestTenant, of: { requirementId: string; userId: string }) {
  return withTenant(enterpriseId, async (db) => {
    const [made] = await db
      .insert(requirementMessage)
      .values({ enterpriseId, ...of, kind: 'scheduled', dueOn: '2030-01-01', step: 'due' })
      .returning();
    const { id: messageId, gmtCreate: nextAt } = made!;
    await db.insert(requirementDelivery).values({
      ...{ enterpriseId, messageId, channel: 'notice', state: 'sent', nextAt, doneAt: nextAt },
    });
    return messageId;
  });
}

/** Applies what the queue contains. @param at the time of the job */
export const reconcile = ({ id: enterpriseId }: TestTenant, at?: Date) =>
  reconcileRequirementsOf({ enterpriseId }, at && (() => at));

/** The input of a requirement that is fulfilled by a course, for everybody. */
export const draftOf = (courseId: string, more: Partial<Input<'POST /course/auth/requirement/save'>> = {}) => ({
  ...{
    title: '焊接安全',
    summary: '',
    dueDays: 30,
    dueFrom: 'assigned' as const,
    dueOn: null,
    repeatMonths: null,
    renewDays: 30,
  },
  ...{ subjects: [{ kind: 'course' as const, id: courseId }], rules: [{}], people: [] },
  ...more,
});
