import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { fromHundredths } from '#src/server/exam/score-paper.ts';
import { readFingerprint, readMembers } from './read-results.ts';
import { CHANGES, type Regraded, regradeGroups } from './regrade-groups.ts';
import { requireRegrade } from './require-question.ts';
import { MAX_SIMULATED, simulate } from './simulate.ts';

type Asked = OperationInput<'POST /exam/auth/exam/regrade/effects'>;

/** The final results that a regrade would change, and those of them that cross a threshold: lost ones first. */
async function regraded(ctx: Context, { rule, ...input }: Asked) {
  const found = await requireRegrade(ctx, { ...input, rule });
  const { passScore, question } = found;
  const which = { ...input, enterpriseId: ctx.tenant.id };
  const how = { before: found.rule, after: rule, passScore, certificateScore: found.certificateScore };
  const groups = await regradeGroups(ctx.db, { ...which, type: question.type }, how);
  const crossing = CHANGES.flatMap((change) => groups.filter((group) => group.change === change));
  const members = (limit: number, offset = 0) =>
    readMembers(ctx.db, which, {
      ...{ groups: crossing, isBlank: question.type === 'blank' },
      part: sql`limit ${limit} offset ${offset}`,
    });
  return { ...found, groups, crossing, members };
}

const countOf = (groups: Regraded[], holds: (group: Regraded) => boolean) =>
  groups.filter(holds).reduce((sum, { count }) => sum + count, 0);

/**
 * Computes what a regrade would change: scores, and who crosses the pass mark or the minimum score of the certificate. Nothing
 * is stored.
 * @throws AppError as `requireRegrade`
 */
export async function previewRegrade(ctx: Context, input: OperationInput<'POST /exam/auth/exam/regrade/preview'>) {
  const { counts, groups, crossing, members } = await regraded(ctx, input);
  const { limit, offset } = slice(input);
  const shown = await members(limit, offset);
  const changed = (change: Regraded['change']) => countOf(groups, (group) => group.change === change);
  return {
    fingerprint: await readFingerprint(ctx.db, ctx.tenant.id, input.examId),
    ...{ attemptCount: counts.attempts, waitingCount: counts.waiting, openCount: counts.open },
    raisedCount: countOf(groups, ({ score, after }) => after > score),
    loweredCount: countOf(groups, ({ score, after }) => after < score),
    ...{ gainedCount: changed('passes'), lostCount: changed('fails') },
    certificateGainedCount: changed('reachesCertificate'),
    certificateLostCount: changed('missesCertificate'),
    crossing: paging(
      input,
      countOf(crossing, () => true),
      await withNames(ctx, shown, crossing),
    ),
  };
}

/**
 * Computes what follows from a regrade for certificates, hours, credits and points, if passes are lost and if nobody loses
 * one, for the first people of the preview.
 * @throws AppError as `requireRegrade`
 */
export async function viewEffects(ctx: Context, input: OperationInput<'POST /exam/auth/exam/regrade/effects'>) {
  const { title, passScore, certificateScore, after, crossing, members } = await regraded(ctx, input);
  const attemptIds = (await members(MAX_SIMULATED)).map(({ attemptId }) => attemptId);
  const exam = { enterpriseId: ctx.tenant.id, examId: input.examId, title, at: ctx.now() };
  const effects = await simulate(ctx.db, exam, { attemptIds, rules: after, passScore, certificateScore });
  return { ...effects, isPartial: attemptIds.length < countOf(crossing, () => true) };
}

async function withNames({ db, tenant }: Context, shown: Awaited<ReturnType<typeof readMembers>>, groups: Regraded[]) {
  const people = await db
    .select({
      userId: enterpriseUser.userId,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
    })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        inArray(
          enterpriseUser.userId,
          shown.map(({ userId }) => userId),
        ),
      ),
    );
  return shown.map(({ attemptId, userId, number, key }) => {
    const { userName, department } = people.find((person) => person.userId === userId)!;
    const group = groups.find((each) => each.key === key)!;
    return {
      ...{ attemptId, userName, department, number, change: group.change! },
      scoreBefore: fromHundredths(group.score),
      scoreAfter: fromHundredths(group.after),
      passMark: fromHundredths(group.passMark),
    };
  });
}
