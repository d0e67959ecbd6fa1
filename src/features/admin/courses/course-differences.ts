import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Category } from '../categories/category-tree.ts';
import { differencesBetween } from '../content/differences.ts';
import type { NameOf } from '../content/DocumentNames.tsx';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import type { RuleChoices } from '../requirements/AudienceRules.tsx';
import { ruleText } from '../requirements/requirement-differences.ts';
import type { CourseDocument } from './course-document.ts';
import { evaluationLines } from './evaluation-parts.ts';
import { questionnaireLines } from './questionnaire/questionnaire-parts.ts';

type Words = {
  t: Translate;
  categories: readonly Category[];
  choices: RuleChoices;
  timeZone: string;
  locale: Locale;
  nameOf: NameOf;
};

/** The parts in which two versions of a course differ, in words and in the order of the editor. */
export function courseDifferences(
  conflict: Conflict<CourseDocument>,
  { t, categories, choices, timeZone, locale, nameOf }: Words,
): Difference<string>[] {
  const category = (id: string | null) => {
    const name = categories.find((each) => each.id === id)?.name;
    return name ? name.zh || name.en : '';
  };
  const isOn = (value: boolean) => t(value ? 'editing:yes' : 'editing:no');
  const sign = (excluded: boolean) => t(excluded ? 'requirement:editor.excluded' : 'requirement:editor.included');
  return differencesBetween<CourseDocument>(conflict, {
    title: [t('editing:name'), ({ title }) => title],
    summary: [t('editing:summary'), ({ summary }) => summary],
    description: [t('editing:description'), ({ description }) => description],
    coverFileId: [t('editing:cover'), ({ coverFileId }) => nameOf(coverFileId)],
    categoryId: [t('editing:category'), ({ categoryId }) => category(categoryId)],
    lecturerId: [t('editing:course.lecturer'), ({ lecturerId }) => nameOf(lecturerId)],
    courseType: [t('editing:course.type'), ({ courseType }) => t(`enum:courseType.${courseType as 1}`)],
    items: [
      t('editing:course.items'),
      ({ items }) =>
        items
          .map((item) => {
            const parts = [`${item.parentId ? '– ' : ''}${t(`editing:item.${item.type}`)}`, item.name, item.fileName];
            const rules = [
              item.url,
              item.releaseAt && `${t('editing:course.releaseAt')}: ${dateTimeText(item.releaseAt, timeZone, locale)}`,
              item.releaseDays > 0 && `${t('editing:course.releaseDays')}: ${item.releaseDays}`,
            ];
            const questions = [
              ...item.questions.map(({ atSecond, kind, stem, options, rightKeys }) =>
                [
                  `? ${clockTime(atSecond)} ${stem}`,
                  t(`editing:question.kinds.${kind}`),
                  ...options.map(({ key, text }) => `${key}. ${text}`),
                  `${t('editing:question.rightKeys')}: ${rightKeys.join('')}`,
                ].join(' · '),
              ),
              ...(item.questionnaire ? questionnaireLines(t, item.questionnaire) : []),
              ...(item.evaluation ? evaluationLines(t, item.evaluation) : []),
            ];
            return [[...parts, ...rules].filter(Boolean).join(' · '), ...questions].join('\n');
          })
          .join('\n'),
    ],
    classHours: [t('editing:course.classHours'), ({ classHours }) => classHours],
    hourKind: [t('editing:course.hourKind'), ({ hourKind }) => t(`editing:course.hourKinds.${hourKind}`)],
    credits: [t('editing:course.credits'), ({ credits }) => credits],
    points: [t('editing:course.points'), ({ points }) => String(points)],
    completionThreshold: [t('editing:course.threshold'), (each) => String(each.completionThreshold)],
    maxPlaybackRate: [t('editing:course.maxRate'), (each) => `${each.maxPlaybackRate}×`],
    noSkipping: [t('editing:course.noSkipping'), ({ noSkipping }) => isOn(noSkipping)],
    itemsInOrder: [t('editing:course.itemsInOrder'), ({ itemsInOrder }) => isOn(itemsInOrder)],
    certificate: [
      t('editing:course.certificate'),
      ({ certificate: { zh, en, months } }) =>
        [zh, en, (zh || en) && `${t('editing:course.certificateMonths')}: ${months}`].filter(Boolean).join(' · '),
    ],
    watermark: [t('editing:course.watermark'), ({ watermark }) => isOn(watermark)],
    restricted: [t('site:admin.audience.restricted'), ({ restricted }) => isOn(restricted)],
    rules: [
      t('requirement:editor.rules'),
      ({ rules }) => rules.map((rule) => `${sign(rule.excluded)} · ${ruleText(rule, t, choices)}`).join('\n'),
    ],
    people: [
      t('site:admin.audience.people'),
      ({ people }) => people.map(({ userId, excluded }) => `${sign(excluded)} · ${nameOf(userId)}`).join('\n'),
    ],
    registrationRequired: [t('editing:registration'), (each) => isOn(each.registrationRequired)],
    purchaseRequired: [t('editing:course.purchase'), (each) => isOn(each.purchaseRequired)],
    price: [t('editing:course.price'), ({ price }) => price],
    currency: [t('editing:course.currency'), ({ currency }) => currency],
  });
}
