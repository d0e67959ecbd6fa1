import { diffWordsWithSpace } from 'diff';

export type TextChange = { text: string; change: 'same' | 'added' | 'removed' };

/** Different words beyond which two texts are shown as replaced as a whole; bounds the time. */
const MOST_CHANGES = 200;
/** Characters that are kept around a change; longer unchanged parts are shortened. */
const CONTEXT = 80;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Differences of two plain texts by words, also of Chinese; long unchanged parts are shortened to their ends. */
export function textChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: segmenter, maxEditLength: MOST_CHANGES });
  if (!parts) {
    const whole: TextChange[] = [
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ];
    return whole.filter(({ text }) => text !== '');
  }
  return parts.map(({ value, added, removed }, i) => {
    if (added || removed) return { text: value, change: added ? 'added' : 'removed' };
    return { text: shortened(value, i > 0, i < parts.length - 1), change: 'same' };
  });
}

/** @param head whether there is a change before the text; `tail`: after it */
function shortened(text: string, head: boolean, tail: boolean): string {
  const characters = [...text];
  const kept = (head ? CONTEXT : 0) + (tail ? CONTEXT : 0);
  if (characters.length <= kept + 20) return text;
  const start = head ? characters.slice(0, CONTEXT).join('') : '';
  const end = tail ? characters.slice(-CONTEXT).join('') : '';
  return `${start}…${end}`;
}
