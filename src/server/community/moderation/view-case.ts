import { escapeUTF8 } from 'entities';
import { and, asc, desc, eq } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { moderationCase, moderationDecision, moderationReport } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { shownName } from '../post/post-author.ts';
import { postHtml } from '../post/post-html.ts';
import { requireModerator } from './require-moderator.ts';
import { caseView, selectCases } from './select-cases.ts';

/**
 * A case with its text, its reports and the decisions about it.
 * @throws AppError 403, 404
 */
export async function viewCase(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  await requireModerator(ctx);
  const [row] = await selectCases(db, and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, id)));
  if (!row) throw notFound();
  const reports = await db
    .select({
      userName: shownName(enterpriseUser),
      reason: moderationReport.reason,
      note: moderationReport.note,
      gmtCreate: moderationReport.gmtCreate,
    })
    .from(moderationReport)
    .leftJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, moderationReport.enterpriseId),
        eq(enterpriseUser.userId, moderationReport.userId),
      ),
    )
    .where(and(eq(moderationReport.enterpriseId, tenant.id), eq(moderationReport.caseId, id)))
    .orderBy(asc(moderationReport.gmtCreate), asc(moderationReport.userId))
    .limit(MAX_ITEMS.reports);
  const decisions = await db
    .select({ decision: moderationDecision, decidedByName: shownName(enterpriseUser) })
    .from(moderationDecision)
    .leftJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, moderationDecision.enterpriseId),
        eq(enterpriseUser.userId, moderationDecision.decidedBy),
      ),
    )
    .where(and(eq(moderationDecision.enterpriseId, tenant.id), eq(moderationDecision.caseId, id)))
    .orderBy(desc(moderationDecision.gmtCreate), desc(moderationDecision.id))
    .limit(MAX_ITEMS.decisions);
  return {
    ...caseView(row),
    bodyHtml: row.body
      ? await postHtml(ctx, { ...row.post!, revision: row.revision!, body: row.body, bodyHtml: row.bodyHtml })
      : `<p>${escapeUTF8(row.commentBody ?? '')}</p>`,
    reports: reports.map((report) => ({ ...report, userName: report.userName ?? '' })),
    decisions: decisions.map(({ decision, decidedByName }) => ({ ...decision, decidedByName: decidedByName ?? '' })),
  };
}
