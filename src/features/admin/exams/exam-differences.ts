import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Change, ChangeText } from '../kit/History.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import type { Choices, Settings } from './exam-settings.ts';

/** What is needed to say settings in words. */
export type Words = { t: Translate; locale: Locale; timeZone: string; choices: Choices };
type Part = keyof Settings;

/** Names of the settings, as in the editor. */
export const labelsOf = ({ t }: Pick<Words, 't'>): Record<Part, string> => ({
  ...{ title: t('exam:admin.title'), intro: t('exam:admin.intro'), courseId: t('exam:admin.course') },
  ...{ credits: t('exam:admin.credits'), points: t('exam:admin.points'), audience: t('exam:admin.audience') },
  ...{ departments: t('exam:admin.departments'), practice: t('exam:admin.practice') },
  ...{ windowStart: t('exam:admin.windowStart'), windowEnd: t('exam:admin.windowEnd') },
  ...{ limitSeconds: t('exam:admin.limit'), passScore: t('exam:admin.passScore') },
  ...{ certificateId: t('exam:admin.certificate'), certificateWay: t('exam:admin.certificateWay') },
  ...{ certificateScore: t('exam:admin.certificateScore'), certificateMonths: t('exam:admin.certificateMonths') },
  ...{ certificateCourses: t('exam:admin.certificateCourses'), certificateTasks: t('exam:admin.certificateTasks') },
  ...{ maxAttempts: t('exam:admin.maxAttempts'), waitSeconds: t('exam:admin.wait') },
  ...{ countedAttempt: t('exam:admin.counted'), stopAfterPass: t('exam:admin.stop'), resits: t('exam:admin.resits') },
  ...{ switchPolicy: t('exam:admin.switch'), switchLimit: t('exam:admin.switchLimit') },
  ...{ reviewPolicy: t('exam:admin.review'), reviewEarly: t('exam:admin.reviewEarly') },
  ...{ paperKind: t('exam:admin.paperKind'), sections: t('exam:admin.sections') },
  ...{ questions: t('exam:admin.questions'), equalDifficulty: t('exam:admin.equal') },
  ...{ shuffleQuestions: t('exam:admin.shuffleQuestions'), shuffleOptions: t('exam:admin.shuffleOptions') },
  ...{ markers: t('exam:admin.markers'), markTolerance: t('exam:admin.tolerance') },
  ...{ markStep: t('exam:admin.markStep'), publishMarks: t('exam:admin.publishMarks') },
  ...{ markerGroup: t('exam:admin.markerGroup'), markerIds: t('exam:admin.markerNames') },
  ...{ blindMarking: t('exam:admin.blind'), appealDays: t('exam:admin.appealDays') },
});

/** The settings in which two versions of an exam differ, in words and in the order of the editor. */
export function examDifferences({ base, mine, theirs }: Conflict<Settings>, words: Words): Difference<Part>[] {
  const label = labelsOf(words);
  const [own, before, other] = [mine, base.values, theirs.values].map((values) => textsOf(values, words));
  return (Object.keys(label) as Part[])
    .filter((name) => own![name] !== other![name])
    .map((name) => ({
      ...{ name, label: label[name], mine: own![name], theirs: other![name] },
      isTheirs: own![name] === before![name],
    }));
}

/** A change of the history of an exam, in words. @param settings any, for those that the change does not name */
export function examChange({ name, before, after }: Change, settings: Settings, words: Words): ChangeText {
  const label = labelsOf(words)[name as Part];
  // Of a later version of the portal.
  if (label === undefined) return { label: name };
  const text = (value: Change['after']) =>
    textsOf({ ...settings, [name]: name === 'intro' ? (value ?? '') : value }, words)[name as Part];
  return {
    label,
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  };
}

/** All settings in words. Lists have one line for each item. */
function textsOf(values: Settings, { t, locale, timeZone, choices }: Words): Record<Part, string> {
  const { courses, certificates, tasks, markers, banks } = choices;
  const titleIn = (list: { id: string; title: string }[], id: string | null) =>
    id === null ? '' : (list.find((each) => each.id === id)?.title ?? id);
  const yes = (value: boolean) => t(value ? 'exam:admin.yes' : 'exam:admin.no');
  const moment = (at: string) => dateTimeText(at, timeZone, locale);
  const points = (score: number) => t('exam:admin.scoreOf', { score });
  const { sections, questions, resits, ...plain } = values;
  return {
    ...{ title: plain.title, intro: plain.intro, courseId: titleIn(courses, plain.courseId) },
    ...{ credits: String(plain.credits), points: String(plain.points) },
    ...{ audience: t(`exam:admin.audienceOf.${plain.audience}`), departments: plain.departments.join('\n') },
    ...{ practice: yes(plain.practice), windowStart: moment(plain.windowStart), windowEnd: moment(plain.windowEnd) },
    ...{ limitSeconds: String(plain.limitSeconds / 60), passScore: String(plain.passScore) },
    certificateId: titleIn(certificates, plain.certificateId),
    certificateWay: t(`exam:admin.certificateWayOf.${plain.certificateWay}`),
    certificateScore:
      plain.certificateScore === null ? t('exam:admin.certificateEveryPass') : String(plain.certificateScore),
    certificateMonths:
      plain.certificateMonths === null ? t('exam:admin.certificateOwnValidity') : String(plain.certificateMonths),
    certificateCourses: plain.certificateCourses.map((id) => titleIn(courses, id)).join('\n'),
    certificateTasks: plain.certificateTasks.map((id) => titleIn(tasks, id)).join('\n'),
    ...{ maxAttempts: String(plain.maxAttempts), waitSeconds: String(plain.waitSeconds / 3600) },
    countedAttempt: t(`exam:admin.countedOf.${plain.countedAttempt}`),
    stopAfterPass: yes(plain.stopAfterPass),
    resits: resits
      .map(({ windowStart, windowEnd, attempts }) =>
        [moment(windowStart), moment(windowEnd), `${t('exam:admin.attempts')} ${attempts}`].join(' · '),
      )
      .join('\n'),
    switchPolicy: t(`exam:admin.switchOf.${plain.switchPolicy}`),
    switchLimit: String(plain.switchLimit),
    reviewPolicy: t(`exam:admin.reviewOf.${plain.reviewPolicy}`),
    reviewEarly: yes(plain.reviewEarly),
    paperKind: t(`exam:admin.paperKindOf.${plain.paperKind}`),
    sections: sections
      .map(({ title, bankId, type, difficulty, topic, tag, count, scoreEach, limitSeconds }) =>
        [
          ...[title, titleIn(banks, bankId), t(`enum:questionType.${type}`)],
          ...[difficulty !== null && t(`enum:difficulty.${difficulty}`), topic, tag],
          ...[t('exam:admin.questionCount', { count }), `${points(scoreEach)} × ${count}`],
          limitSeconds > 0 && t('exam:admin.sectionMinutes', { count: limitSeconds / 60 }),
        ]
          .filter(Boolean)
          .join(' · '),
      )
      .join('\n'),
    questions: questions
      .map(({ stem, section, score }, i) => `${i + 1}. ${[section, stem, points(score)].join(' · ')}`)
      .join('\n'),
    ...{ equalDifficulty: yes(plain.equalDifficulty), shuffleQuestions: yes(plain.shuffleQuestions) },
    ...{ shuffleOptions: yes(plain.shuffleOptions), markers: t(`exam:admin.markersOf.${plain.markers}`) },
    ...{ markTolerance: String(plain.markTolerance), markStep: String(plain.markStep) },
    publishMarks: t(`exam:admin.publishMarksOf.${plain.publishMarks}`),
    markerGroup: t(`exam:admin.markerGroupOf.${plain.markerGroup}`),
    markerIds: plain.markerIds.map((id) => markers.find((each) => each.id === id)?.userName ?? id).join('\n'),
    ...{ blindMarking: yes(plain.blindMarking), appealDays: String(plain.appealDays) },
  };
}
