import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { question, questionVersion } from '#src/server/core/db/schema/question.ts';
import { contentHash, identityHash } from '../content-hash.ts';
import type { QuestionDraft } from '../formats/draft.ts';
import type { QuestionContent } from '../render-question.ts';
import { isCurrentVersion } from '../write-questions.ts';

type Stored = typeof question.$inferSelect & Pick<typeof questionVersion.$inferSelect, 'criteria'> & { hash: string };

/** What an import does with one draft. `before`: the stored question that it is. */
export type Step = { draft: QuestionDraft; code: string; content: QuestionContent; hash: string } & (
  { kind: 'add' } | { kind: 'change' | 'unchanged' | 'typeDiffers'; before: Stored }
);

/**
 * Compares drafts with a bank. A draft is a stored question with the same code or, if there is none, with the same content:
 * importing a file again changes nothing. What a file does not say (difficulty, topic, tags, criteria) stays as it is.
 */
export async function planImport(
  db: TenantDb,
  { enterpriseId, bankId }: { enterpriseId: string; bankId: string },
  drafts: QuestionDraft[],
): Promise<{ steps: Step[]; reportHash: string }> {
  const { texts, answer, criteria } = questionVersion;
  const rows = await db
    .select({ ...getTableColumns(question), texts, answer, criteria })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(and(eq(question.enterpriseId, enterpriseId), eq(question.bankId, bankId)));
  const byCode = new Map<string, Stored>();
  const byHash = new Map<string, Stored>();
  for (const row of rows) {
    const stored = { ...row, hash: contentHash(row) };
    byCode.set(row.code, stored);
    byHash.set(identityHash(row), stored);
  }
  const seen = new Set<string>();
  const steps: Step[] = [];
  for (const draft of drafts) {
    const said = { type: draft.type, texts: draft.texts, answer: draft.answer };
    const identity = identityHash(said);
    const code = draft.code ?? `q-${identity.slice(0, 12)}`;
    const before = byCode.get(code) ?? byHash.get(identity);
    const content = { ...said, criteria: draft.criteria ?? (before?.type === draft.type ? before.criteria : []) };
    const hash = contentHash(content);
    const name = before?.id ?? code;
    // The same question twice in one file is one question.
    if (seen.has(name)) continue;
    seen.add(name);
    steps.push({ ...{ draft, code, content, hash }, ...(before ? compare(draft, hash, before) : { kind: 'add' }) });
  }
  const outline = steps.map((step) => [
    step.kind,
    step.hash,
    'before' in step ? [step.before.id, step.before.version] : null,
  ]);
  return { steps, reportHash: createHash('sha256').update(canonicalJson(outline)).digest('hex') };
}

function compare(draft: QuestionDraft, hash: string, before: Stored) {
  if (draft.type !== before.type) return { kind: 'typeDiffers' as const, before };
  const { difficulty, topic, tags } = classificationOf(draft, before);
  const isSame =
    hash === before.hash &&
    isDeepStrictEqual([difficulty, topic, tags], [before.difficulty, before.topic, before.tags]);
  return { kind: isSame ? ('unchanged' as const) : ('change' as const), before };
}

/** Difficulty, topic and tags of a question after the import. */
export function classificationOf(draft: QuestionDraft, before?: Stored) {
  return {
    difficulty: draft.difficulty ?? before?.difficulty ?? 1,
    topic: draft.topic ?? before?.topic ?? null,
    tags: draft.tags.length > 0 ? draft.tags : (before?.tags ?? []),
  };
}
