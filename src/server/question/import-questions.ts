import { and, eq, isNull } from 'drizzle-orm';
import {
  question,
  questionBank,
  questionVersion,
  type Criterion,
  type QuestionText,
  type QuestionTexts,
} from '#src/server/question/tables.ts';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Bank, Question } from '#src/server/pack/pack-exams.ts';
import { PACK_FILE } from '#src/server/pack/question-files.ts';
import { contentHash } from '#src/server/question/content-hash.ts';
import { insertVersions, isCurrentVersion } from '#src/server/question/write-questions.ts';

/** Imports question banks with their questions. @returns ids of the banks by code */
export async function importBanks(importing: Importing): Promise<Map<string, string>> {
  const { pack } = importing;
  const banks = await syncByCode(
    importing,
    'bank',
    questionBank,
    pack.banks.map(({ code, title, practice }) => ({ code, title, practice, deletedAt: null })),
    { hidden: null },
  );
  for (const bank of pack.banks) await importQuestions(importing, bank, banks.get(bank.code)!);
  return banks;
}

/**
 * Imports the questions of a bank. A question whose texts, answer or criteria have changed since the current version gets a new one;
 * papers that have been drawn keep theirs.
 */
async function importQuestions(importing: Importing, bank: Bank, bankId: string): Promise<void> {
  const { db, enterpriseId, now, edits } = importing;
  const stored = await db
    .select({ code: question.code, number: question.version, type: question.type, version: questionVersion })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(and(eq(question.enterpriseId, enterpriseId), eq(question.bankId, bankId), isNull(question.deletedAt)));
  const current = new Map(stored.map((row) => [row.code, row]));
  const changed: { code: string; number: number; content: ReturnType<typeof contentOf> }[] = [];
  const rows = bank.questions.map((entry) => {
    const before = current.get(entry.code);
    const content = contentOf(importing, entry, before?.version.criteria);
    const same = before && contentHash({ ...before.version, type: before.type }) === contentHash(content);
    const number = before ? before.number + (same ? 0 : 1) : 1;
    if (!same) changed.push({ code: entry.code, number, content });
    const { code, type, difficulty, topic = null, tags } = entry;
    return { bankId, code, type, difficulty, topic, tags, version: number };
  });
  const ids = await syncByCode(importing, 'question', question, rows, {
    scope: and(eq(question.bankId, bankId), isNull(question.deletedAt))!,
    scopeName: bank.code,
    deletable: true,
  });
  await insertVersions(
    db,
    enterpriseId,
    changed
      .filter(({ code }) => !edits.isKept(`question/${bank.code}`, code))
      .map(({ code, number, content }) => ({
        ...{ ...content, questionId: ids.get(code)!, number, authorId: null, now },
      })),
  );
}

/** @param stored criteria of the current version, which stay when the pack has none */
function contentOf(importing: Importing, entry: Question, stored: Criterion[] = []) {
  const own = importing.pack.site.lang;
  const text = (source: { stem: string; options?: QuestionText['options']; analysis: string }): QuestionText => ({
    stem: withFiles(importing, source.stem),
    options: (source.options ?? []).map(({ key, text }) => ({ key, text: withFiles(importing, text) })),
    analysis: withFiles(importing, source.analysis),
  });
  const texts: QuestionTexts = { [own]: text(entry) };
  if (entry.translation) texts[own === 'zh' ? 'en' : 'zh'] = text(entry.translation);
  const criteria = (entry.type === 'short' && entry.criteria) || stored;
  return { type: entry.type, texts, answer: entry.answer, criteria };
}

/** Files of the pack have the address of the stored file. */
const withFiles = (importing: Importing, text: string) =>
  text.replace(PACK_FILE, (_, alt: string, path: string) => `![${alt}](/media/${importing.fileId(path, 'member')})`);
