import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import { FLOW_TYPES } from '#src/contract/rules/flow.ts';
import { approvalChain, approvalStep } from '#src/server/flow/tables.ts';
import type { Importing } from '#src/server/pack/importing.ts';

/**
 * Imports the approval steps by type of request. A type that is not in the pack is decided by one approval. Requests that
 * are already made keep their steps, and types whose steps were set in the portal keep these.
 * @param people account ids by phone
 */
export async function importApprovals(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const stored = await db
    .select()
    .from(approvalStep)
    .where(eq(approvalStep.enterpriseId, enterpriseId))
    .orderBy(asc(approvalStep.step));
  const own = await db.select().from(approvalChain).where(eq(approvalChain.enterpriseId, enterpriseId));
  const takenOver = new Set(own.map(({ flowType }) => flowType));
  for (const flowType of FLOW_TYPES) {
    if (takenOver.has(flowType)) {
      const isInPack = pack.approvals.some((approval) => approval.flowType === flowType);
      if (isInPack) importing.log(`approval "${flowType}" was set in the portal and stays`);
      continue;
    }
    const before = stored.filter((row) => row.flowType === flowType);
    const wanted = (pack.approvals.find((approval) => approval.flowType === flowType)?.steps ?? []).map(
      ({ approver, phone }, i) => ({
        enterpriseId,
        flowType,
        step: i + 1,
        approver,
        userId: phone === undefined ? null : people.get(phone)!,
      }),
    );
    if (isDeepStrictEqual(before, wanted)) {
      if (wanted.length > 0) tally.add('approval', 'unchanged', flowType);
      continue;
    }
    await db
      .delete(approvalStep)
      .where(and(eq(approvalStep.enterpriseId, enterpriseId), eq(approvalStep.flowType, flowType)));
    if (wanted.length > 0) await db.insert(approvalStep).values(wanted);
    const outcome = wanted.length === 0 ? 'unpublished' : before.length === 0 ? 'created' : 'updated';
    tally.add('approval', outcome, flowType);
    if (wanted.length === 0) importing.log(`approval "${flowType}" is no longer in the pack: one approval decides`);
  }
}
