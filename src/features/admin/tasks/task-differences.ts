import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Change, ChangeText } from '../kit/History.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { ruleText } from '../requirements/requirement-differences.ts';
import type { Choices } from '../requirements/requirement-settings.ts';
import type { TaskSettings } from './task-settings.ts';

type Part = keyof TaskSettings;
export type Words = { t: Translate; locale: Locale; timeZone: string; choices: Choices };

/** The values in which two versions of a task differ, in words and in the order of the editor. */
export function taskDifferences({ base, mine, theirs }: Conflict<TaskSettings>, words: Words): Difference<Part>[] {
  const [own, before, other] = [mine, base.values, theirs.values].map((values) => textsOf(values, words));
  const label = labelsOf(words.t);
  return (Object.keys(label) as Part[])
    .filter((name) => own![name] !== other![name])
    .map((name) => ({
      ...{ name, label: label[name], mine: own![name], theirs: other![name] },
      isTheirs: own![name] === before![name],
    }));
}

/** A change of the history in words. */
export function taskChange({ name, before, after }: Change, { t, locale, timeZone }: Words): ChangeText {
  const labels: Partial<Record<string, string>> = labelsOf(t);
  const text = (value: Change['after']) => {
    if (typeof value === 'boolean') return yesNo(value, t);
    if (name === 'taskType') return t(`enum:taskType.${value}`);
    return name === 'startAt' || name === 'endAt' ? dateTimeText(String(value), timeZone, locale) : String(value ?? '');
  };
  return {
    label: labels[name] ?? name,
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  };
}

const yesNo = (value: boolean, t: Translate) => t(value ? 'tasks:editor.yes' : 'tasks:editor.no');

const labelsOf = (t: Translate): Record<Part, string> => ({
  ...{ title: t('tasks:editor.title'), summary: t('tasks:editor.summary'), taskType: t('tasks:editor.type') },
  ...{ items: t('tasks:editor.items'), ordered: t('tasks:editor.ordered') },
  ...{ countsEarlier: t('tasks:editor.countsEarlier') },
  ...{ rules: t('requirement:editor.rules'), people: t('requirement:editor.named') },
  ...{ startAt: t('tasks:editor.startAt'), endAt: t('tasks:editor.endAt') },
  ...{ lateCompletion: t('tasks:editor.lateCompletion'), reminders: t('tasks:editor.reminders') },
});

function textsOf(values: TaskSettings, { t, locale, timeZone, choices }: Words): Record<Part, string> {
  const { rules, people, items, title, summary, taskType, startAt, endAt } = values;
  const sign = (excluded: boolean) => t(excluded ? 'requirement:editor.excluded' : 'requirement:editor.included');
  const moment = (at: string | null) => (at === null ? '' : dateTimeText(at, timeZone, locale));
  const titleOf = (id: string) => items.find(({ subjectId }) => subjectId === id)?.title ?? '';
  return {
    ...{ title, summary, taskType: t(`enum:taskType.${taskType}`), startAt: moment(startAt), endAt: moment(endAt) },
    ...{ ordered: yesNo(values.ordered, t), countsEarlier: yesNo(values.countsEarlier, t) },
    ...{ lateCompletion: yesNo(values.lateCompletion, t), reminders: yesNo(values.reminders, t) },
    items: items
      .map((item) => [item.title, moment(item.releaseAt), ...item.waitsFor.map(titleOf)].filter(Boolean).join(' · '))
      .join('\n'),
    rules: rules.map((rule) => `${sign(rule.excluded)} · ${ruleText(rule, t, choices)}`).join('\n'),
    people: people.map(({ userName, excluded }) => `${userName} · ${sign(excluded)}`).join('\n'),
  };
}
