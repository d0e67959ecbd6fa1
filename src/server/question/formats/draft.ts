import type { Criterion, QuestionKey, QuestionType } from '#src/server/question/tables.ts';
import type { LossReason } from './loss-reasons.ts';

/** The languages of questions. */
export type Language = 'zh' | 'en';

/** Where something is in a file: `file` is its name, inside an archive the path; `item` what the file calls the question. */
export type Place = { file: string; line: number | null; item: string | null };

/** The texts of a question in one language, in Markdown. `____` in the stem of a `blank` question marks a blank. */
export type QuestionTexts = {
  stem: string;
  options: { key: string; text: string }[];
  analysis: string | null;
};

/** A question as read from a file, or as it is written to one. */
export type QuestionDraft = {
  /**
   * What the file calls the question. Null: the importer derives a code from the content.
   */
  code: string | null;
  type: QuestionType;
  /** 1 simple, 2 general, 3 more difficult, 4 difficult; null if the file does not say. */
  difficulty: 1 | 2 | 3 | 4 | null;
  /** A path of topics, `a/b`. */
  topic: string | null;
  tags: string[];
  /** At least one language. Options have the same keys in each. */
  texts: Partial<Record<Language, QuestionTexts>>;
  answer: QuestionKey;
  /** Marking criteria of a short answer; missing if the file does not say. */
  criteria?: Criterion[];
  /** Id of the stored question that the file was exported from. */
  storedId?: string | undefined;
  /** Whether options keep their order where an exam shuffles; missing if the file does not say. */
  keepsOrder?: boolean | undefined;
  place: Place;
};

/** What a question lost: it was `changed`, or `skipped` because it cannot be one of ours. */
export type Loss = {
  place: Place;
  kind: 'changed' | 'skipped';
  reason: LossReason;
  values?: Record<string, string | number>;
};

/** What a file contains. `files`: pictures and sound by the name that `![alt](name)` refers to. */
export type FormatResult = {
  drafts: QuestionDraft[];
  losses: Loss[];
  files: Map<string, Uint8Array>;
};

/** How a file is read. */
export type ReadOptions = {
  /** Name of the file: only used in places. The format is found from the content. */
  file: string;
  /** Language of the texts that do not name theirs; null: Chinese if the file has Chinese characters. */
  language: Language | null;
};

/** A file that was written. */
export type WrittenFile = { name: string; mediaType: string; bytes: Uint8Array };
