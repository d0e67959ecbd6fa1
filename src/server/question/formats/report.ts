import type { FormatResult, Loss, Place, QuestionDraft, QuestionTexts } from './draft.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';
import type { LossReason } from './loss-reasons.ts';
import { countBlanks } from './text.ts';

/** Collects what a reader finds: questions, losses and files. */
export class Report {
  readonly drafts: QuestionDraft[] = [];
  readonly losses: Loss[] = [];
  readonly files = new Map<string, Uint8Array>();
  readonly #told = new Set<string>();
  #more = 0;
  #overflowed = false;
  /** Bytes of the questions and characters of the losses as JSON. */
  #size = 0;
  #lossSize = 0;
  #hasTooMuchText = false;
  readonly #codes = new Set<string>();

  changed(place: Place, reason: LossReason, values?: Loss['values']): void {
    this.#add({ place, kind: 'changed', reason, ...(values && { values }) });
  }

  skipped(place: Place, reason: LossReason, values?: Loss['values']): void {
    this.#add({ place, kind: 'skipped', reason, ...(values && { values }) });
  }

  /**
   * Whether there is as much as a file may have. Readers ask before they convert a question; those that follow are only named,
   * because one loss for all of them would hide which they are.
   */
  isFull(place: Place): boolean {
    if (this.drafts.length >= LIMITS.questions) {
      this.skipped(place, 'tooManyQuestions', { max: LIMITS.questions });
      return true;
    }
    if (this.#hasTooMuchText) this.skipped(place, 'tooMuchText', { max: LIMITS.content / 1024 / 1024 });
    return this.#hasTooMuchText;
  }

  /** Adds a question, within the limits; reports what it loses by them, or why it is not taken. */
  add(draft: QuestionDraft): void {
    const { place } = draft;
    if (this.isFull(place)) return;
    const problem = problemOf(draft);
    if (problem) {
      this.skipped(place, problem.reason, problem.values);
      return;
    }
    const kept = this.#within(draft);
    this.#size += Buffer.byteLength(JSON.stringify(kept));
    this.#hasTooMuchText = this.#size > LIMITS.content;
    if (!this.isFull(place)) this.drafts.push(kept);
  }

  result(): FormatResult {
    const { drafts, losses, files } = this;
    if (this.#overflowed)
      losses.push({
        place: losses.at(-1)!.place,
        kind: 'changed',
        reason: 'moreLosses',
        values: { count: this.#more },
      });
    return { drafts, losses, files };
  }

  #add({ place, ...said }: Loss): void {
    const loss = { place: named(place), ...said };
    const key = JSON.stringify(loss);
    const isTooMuch = this.losses.length > 0 && this.#lossSize + key.length > LIMITS.lossContent;
    if (isTooMuch || this.losses.length >= LIMITS.losses) {
      this.#overflowed = true;
      this.#more += 1;
      return;
    }
    // The blanks of a question may lose the same.
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#lossSize += key.length;
    this.losses.push(loss);
  }

  #within(draft: QuestionDraft): QuestionDraft {
    const { place } = draft;
    const cut = (text: string, field: string, max: number = LIMITS.text) => {
      if (text.length <= max) return text;
      this.changed(place, 'truncated', { field, max });
      return text.slice(0, max).toWellFormed();
    };
    const limited = (texts: QuestionTexts): QuestionTexts => ({
      stem: cut(texts.stem, 'stem'),
      options: texts.options.map(({ key, text }) => ({ key, text: cut(text, 'option') })),
      analysis: texts.analysis === null ? null : cut(texts.analysis, 'analysis'),
    });
    return {
      ...draft,
      place: named(place),
      code: this.#code(draft),
      ...((draft.storedId?.length ?? 0) > LIMITS.code && { storedId: undefined }),
      topic: draft.topic === null ? null : cut(draft.topic, 'topic', LIMITS.topic),
      tags: this.#tags(draft),
      texts: Object.fromEntries(Object.entries(draft.texts).map(([language, texts]) => [language, limited(texts)])),
      answer:
        typeof draft.answer === 'string' && draft.type === 'short'
          ? cut(draft.answer, 'answer')
          : this.#accepted(draft),
    };
  }

  #accepted({ answer, type, place }: QuestionDraft): QuestionDraft['answer'] {
    if (type !== 'blank') return answer;
    return (answer as string[][]).map((texts) => {
      const kept = texts.filter((text) => text.length <= LIMITS.acceptedText).slice(0, LIMITS.accepted);
      if (kept.length < texts.length) this.changed(place, 'acceptedDropped', { count: texts.length - kept.length });
      return kept;
    });
  }

  #code({ code, place }: QuestionDraft): string | null {
    if (code === null || code === '' || code.length > LIMITS.code) return null;
    if (this.#codes.has(code)) {
      this.changed(place, 'duplicateCode', { code });
      return null;
    }
    this.#codes.add(code);
    return code;
  }

  #tags({ tags, place }: QuestionDraft): string[] {
    const kept = [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= LIMITS.tag).slice(0, LIMITS.tags);
    const count = new Set(tags).size - kept.length;
    if (count > 0) this.changed(place, 'tagsDropped', { count });
    return kept;
  }
}

/** A place whose name is not longer than a report shows. */
const named = ({ item, ...place }: Place): Place => ({
  ...place,
  item: item === null ? null : item.slice(0, LIMITS.item).toWellFormed(),
});

type Problem = { reason: LossReason; values?: Loss['values'] };

/** Why a question cannot be one of ours. */
function problemOf({ type, texts, answer }: QuestionDraft): Problem | undefined {
  const all = Object.values(texts);
  if (all.length === 0 || all.some(({ stem }) => stem.trim() === '')) return { reason: 'noStem' };
  const max = Math.max(...all.map(({ options }) => options.length));
  if (max > LIMITS.options) return { reason: 'tooManyOptions', values: { max: LIMITS.options } };
  if (type === 'single' || type === 'multiple') {
    if (all.some(({ options }) => options.length < 2 || options.some(({ text }) => text === '')))
      return { reason: 'noOptions' };
    if ([answer].flat().length === 0 || answer === '') return { reason: 'noAnswer' };
  }
  if (type === 'blank') {
    const blanks = answer as string[][];
    if (blanks.length > LIMITS.blanks) return { reason: 'tooManyBlanks', values: { max: LIMITS.blanks } };
    // A stem that is cut may lose blanks.
    const differing = all
      .map(({ stem }) => countBlanks(stem.slice(0, LIMITS.text)))
      .find((marks) => marks !== blanks.length);
    if (differing !== undefined)
      return { reason: 'blanksDiffer', values: { marks: differing, answers: blanks.length } };
    const usable = (texts: string[]) => texts.some((text) => text !== '' && text.length <= LIMITS.acceptedText);
    if (blanks.length === 0 || !blanks.every(usable)) return { reason: 'noAnswer' };
  }
  return undefined;
}
