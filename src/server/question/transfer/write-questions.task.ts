import type { Locale } from '#src/i18n/locale.ts';
import type { QuestionDraft, WrittenFile } from '../formats/draft.ts';
import { writeGift } from '../formats/gift/write-gift.ts';
import { writeMoodle } from '../formats/moodle/write-moodle.ts';
import { writeQti } from '../formats/qti/write-qti.ts';
import { writeXlsxQuestions } from '../formats/table/write-xlsx.ts';

type Input = {
  format: 'gift' | 'moodle' | 'qti' | 'xlsx';
  drafts: QuestionDraft[];
  files: ReadonlyMap<string, Uint8Array>;
  locale: Locale;
};

/** Writes questions as a file. */
export async function run({ format, drafts, files, locale }: Input): Promise<WrittenFile> {
  switch (format) {
    case 'gift':
      return writeGift(drafts, files);
    case 'moodle':
      return writeMoodle(drafts, files);
    case 'qti':
      return writeQti(drafts, files);
    case 'xlsx':
      return writeXlsxQuestions(drafts, files, locale);
  }
}
