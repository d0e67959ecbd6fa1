import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { turns } from '#src/server/core/turns.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import { contentHash, identityHash } from '../content-hash.ts';
import type { QuestionDraft } from '../formats/draft.ts';
import type { QuestionContent } from '../render-question.ts';
import { isCurrentVersion } from '../write-questions.ts';
import { asRead, likeBefore, stemsOf, writtenForms } from './compare-content.ts';

/** A question of the bank. */
export type Stored = typeof question.$inferSelect &
  Pick<typeof questionVersion.$inferSelect, 'texts' | 'answer' | 'criteria'> & { hash: string };

/**
 * What an import does with one draft. `before`: the stored question that it is or, if `similar`, may be; `repeated`: the file
 * has the same question before. `code` is free in the bank, if the draft becomes a new question; `hasTakenId`: it is none of the
 * bank because another question of the file with the same id is that question.
 */
export type Step = { draft: QuestionDraft; code: string; content: QuestionContent; hash: string } & (
  | { kind: 'add'; hasTakenId: boolean }
  | { kind: 'repeated' }
  | { kind: 'similar'; before: Stored; hasTakenId: boolean }
  | { kind: 'change' | 'unchanged' | 'typeDiffers'; before: Stored }
);

/**
 * Compares drafts with a bank. A draft is a stored question if it has its id, which an export of ours has written, or says the
 * same: importing a file again changes nothing. One with the code or the stem of another question is similar to it, and only the
 * user knows whether it is the same. Of several with the same id (copied rows of a table) the one that says what is stored is the
 * question, otherwise the first. What a file does not say (difficulty, topic, tags, criteria) stays as it is.
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
    .where(and(eq(question.enterpriseId, enterpriseId), eq(question.bankId, bankId), isNull(question.deletedAt)))
    .orderBy(asc(question.code), asc(question.id));
  const turn = turns();
  const stored: Stored[] = [];
  for (const row of rows) {
    await turn();
    stored.push({ ...row, hash: contentHash(row) });
  }
  const steps = await stepsOf(stored, drafts, turn);
  const outline = steps.map((step) => [
    ...[step.kind, step.code, step.hash],
    'before' in step ? [step.before.id, step.before.version] : null,
  ]);
  return { steps, reportHash: createHash('sha256').update(canonicalJson(outline)).digest('hex') };
}

/** Returns what an import of drafts does to the questions of a bank: a step for each draft. */
export async function stepsOf(stored: Stored[], drafts: QuestionDraft[], turn = turns()): Promise<Step[]> {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const byHash = new Map<string, Stored>();
  const byStem = new Map<string, Stored>();
  const storedForms = new Set<string>();
  for (const row of stored) {
    await turn();
    for (const form of writtenForms(asRead(row)).map(identityHash)) {
      byHash.set(form, row);
      storedForms.add(`${row.id} ${form}`);
    }
    for (const stem of stemsOf(row)) if (!byStem.has(stem)) byStem.set(stem, row);
  }
  const byCode = new Map(stored.map((row) => [row.code, row]));
  const codes = new Set(byCode.keys());
  /** What the draft says that is a stored question, by its id. */
  const claimed = new Map<string, string>();
  const seen = new Set<string>();
  const said: { draft: QuestionDraft; content: QuestionContent; identity: string }[] = [];
  for (const draft of drafts) {
    await turn();
    const content = asRead(draft);
    said.push({ draft, content, identity: identityHash(content) });
  }
  // Those that are a question for certain come first: what is only similar to it is another.
  const own = said.map(({ draft }) => (draft.storedId === undefined ? undefined : byId.get(draft.storedId)));
  const same: (Stored | undefined)[] = [];
  const claim = (at: number, row: Stored | undefined) => {
    const { identity } = said[at]!;
    if (!row || same[at] || (claimed.get(row.id) ?? identity) !== identity) return;
    claimed.set(row.id, identity);
    same[at] = row;
  };
  said.forEach(({ identity }, at) => storedForms.has(`${own[at]?.id} ${identity}`) && claim(at, own[at]));
  said.forEach((_, at) => claim(at, own[at]));
  said.forEach(({ identity }, at) => claim(at, byHash.get(identity)));
  const taken = new Set<string>();
  const stepOf = ({ draft, content, identity }: (typeof said)[number], at: number): Step => {
    const before = same[at];
    const code = before?.code ?? freeCode(draft.code, identity, codes);
    const isRepeated = before ? taken.has(before.id) : seen.has(identity);
    if (isRepeated) return { draft, code, content, hash: identity, kind: 'repeated' };
    seen.add(identity);
    if (before) {
      taken.add(before.id);
      return { draft, code, ...compare(draft, content, before) };
    }
    codes.add(code);
    const like = [byCode.get(draft.code ?? ''), ...stemsOf(content).map((stem) => byStem.get(stem))].find(
      (row) => row && !claimed.has(row.id) && row.type === likeBefore(content, row).type,
    );
    const whole = withCriteria(draft, like ? likeBefore(content, like) : content, like);
    const step = { draft, code, content: whole, hash: contentHash(whole), hasTakenId: own[at] !== undefined };
    if (!like) return { ...step, kind: 'add' };
    claimed.set(like.id, identity);
    return { ...step, kind: 'similar', before: like };
  };
  const steps: Step[] = [];
  for (const [at, each] of said.entries()) {
    await turn();
    steps.push(stepOf(each, at));
  }
  return steps;
}

/** Criteria that the file does not name stay as they are. */
const withCriteria = (draft: QuestionDraft, content: QuestionContent, before?: Stored): QuestionContent => ({
  ...content,
  criteria: draft.criteria ?? (before?.type === draft.type ? before.criteria : []),
});

function compare(draft: QuestionDraft, said: QuestionContent, before: Stored) {
  const content = withCriteria(draft, likeBefore(said, before), before);
  const hash = contentHash(content);
  if (content.type !== before.type) return { kind: 'typeDiffers' as const, before, content, hash };
  const isSameContent = contentHash(asRead(content)) === contentHash(asRead(before));
  const { difficulty, topic, tags, keepsOrder } = classificationOf(draft, before);
  const isSame =
    isSameContent &&
    isDeepStrictEqual(
      [difficulty, topic, tags, keepsOrder],
      [before.difficulty, before.topic, before.tags, before.keepsOrder],
    );
  // Spaces that readers remove are no other version.
  if (isSameContent)
    return { kind: isSame ? ('unchanged' as const) : ('change' as const), before, content, hash: before.hash };
  return { kind: 'change' as const, before, content, hash };
}

/** The code that the file names or, if another question has it, one of the content. */
function freeCode(wanted: string | null, identity: string, codes: ReadonlySet<string>): string {
  if (wanted !== null && !codes.has(wanted)) return wanted;
  const derived = `q-${identity.slice(0, 12)}`;
  if (!codes.has(derived)) return derived;
  let number = 2;
  while (codes.has(`${derived}-${number}`)) number += 1;
  return `${derived}-${number}`;
}

/** Difficulty, topic, tags and order of options of a question after the import. */
export function classificationOf(draft: QuestionDraft, before?: Stored) {
  return {
    difficulty: draft.difficulty ?? before?.difficulty ?? 1,
    topic: draft.topic ?? before?.topic ?? null,
    tags: draft.tags.length > 0 ? draft.tags : (before?.tags ?? []),
    keepsOrder: draft.keepsOrder ?? before?.keepsOrder ?? false,
  };
}
