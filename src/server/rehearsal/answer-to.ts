import type { Data, Input } from '#src/contract/calls.ts';

export type Question = NonNullable<Data<'POST /exam/auth/user/exam/start'>['hall']>['questions'][number];
export type Entry = Input<'POST /exam/auth/user/exam/answer/save'>['answers'][number];

/** Characters of a short answer: from, and how many more at most. */
const SHORT = { from: 100, more: 800 };
/** What short answers are made of: Chinese and English, as in many companies. */
const PROSE =
  '作业前应当确认设备已经断电并挂牌，检查防护装置是否完好，再通知相邻岗位。Before the work begins, the valve is closed and locked, and the pressure is read at two gauges. ' +
  '如果发现泄漏，先撤离人员，再向值班长报告，并按照应急预案处置。The report names the time, the place and the people who were informed. ' +
  '培训记录由班组长保存，每季度复核一次。What was decided is written down on the same day, 以便交接班时查阅。';
const TEXT = PROSE.repeat(Math.ceil((SHORT.from + 2 * SHORT.more) / PROSE.length));

/** Returns a valid answer to a question, in the form in which it is stored and different for each `n`. */
export function answerTo({ type, options, blanks }: Question, n: number): Entry['answer'] {
  const keys = options.map(({ key }) => key);
  switch (type) {
    case 'single':
      return keys[n % keys.length]!;
    case 'multiple':
      return keys.filter((_, bit) => ((n % 3) + 1) & (1 << bit));
    case 'judge':
      return n % 2 === 0;
    case 'blank':
      return Array.from({ length: blanks }, (_, blank) => `blank ${blank} ${n}`);
    case 'short':
      return shortText(n);
  }
}

/** A text of 100 to 900 characters. */
function shortText(n: number): string {
  const from = (n * 37) % SHORT.more;
  return `${n}: ${TEXT.slice(from)}`.slice(0, SHORT.from + ((n * 211) % (SHORT.more + 1)));
}
