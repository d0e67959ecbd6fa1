import type { Translate } from '#src/i18n/format.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import type { RuleChoices } from './AudienceRules.tsx';
import type { Choices, Settings } from './requirement-settings.ts';

type Part = keyof Settings;

/** The values in which two versions of a requirement differ, in words and in the order of the editor. */
export function requirementDifferences(
  { base, mine, theirs }: Conflict<Settings>,
  t: Translate,
  choices: Choices,
): Difference<Part>[] {
  const [own, before, other] = [mine, base.values, theirs.values].map((values) => textsOf(values, t, choices));
  const label = labelsOf(t);
  return (Object.keys(label) as Part[])
    .filter((name) => own![name] !== other![name])
    .map((name) => ({
      ...{ name, label: label[name], mine: own![name], theirs: other![name] },
      isTheirs: own![name] === before![name],
    }));
}

const labelsOf = (t: Translate): Record<Part, string> => ({
  ...{ title: t('requirement:editor.name'), summary: t('requirement:editor.summary') },
  ...{ subjects: t('requirement:editor.what'), rules: t('requirement:editor.rules') },
  ...{ people: t('requirement:editor.named'), dueKind: t('requirement:editor.due') },
  ...{ dueDays: t('requirement:editor.dueDays'), dueOn: t('requirement:editor.dueOn') },
  ...{ repeatMonths: t('requirement:editor.repeatMonths'), renewDays: t('requirement:editor.renewDays') },
  reminders: t('requirement:reminders.title'),
});

/** When people are reminded, in one line. */
const remindersText = ({ before, onDay, weekly, toSuperior }: Settings['reminders'], t: Translate) =>
  [
    ...before.map((count) => t('requirement:message.step.before', { count })),
    onDay && t('requirement:reminders.onDay'),
    weekly && t('requirement:reminders.weekly'),
    toSuperior && t('requirement:reminders.toSuperior'),
  ]
    .filter(Boolean)
    .join(' · ');

/** A rule in one line. */
export function ruleText(rule: Settings['rules'][number], t: Translate, choices: RuleChoices): string {
  const titleIn = (list: RuleChoices['departments'], id: string) => list.find((each) => each.id === id)?.title ?? id;
  return [
    rule.departmentId ? titleIn(choices.departments, rule.departmentId) : t('requirement:editor.anyDepartment'),
    rule.departmentId && rule.withBelow && t('requirement:editor.withBelow'),
    rule.positionId && titleIn(choices.positions, rule.positionId),
    rule.joinedSince && `${t('requirement:editor.joinedSince')} ${rule.joinedSince}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function textsOf(values: Settings, t: Translate, choices: Choices): Record<Part, string> {
  const { rules, people, subjects, title, summary, dueKind, dueDays, dueOn, repeatMonths, renewDays, reminders } =
    values;
  const sign = (excluded: boolean) => t(excluded ? 'requirement:editor.excluded' : 'requirement:editor.included');
  return {
    ...{ title, summary, dueDays: String(dueDays), dueOn: dueOn ?? '' },
    ...{ repeatMonths: String(repeatMonths), renewDays: String(renewDays) },
    dueKind: t(`requirement:editor.dueOf.${dueKind}`),
    reminders: remindersText(reminders, t),
    subjects: subjects.map((each) => each.title).join('\n'),
    rules: rules.map((rule) => `${sign(rule.excluded)} · ${ruleText(rule, t, choices)}`).join('\n'),
    people: people.map(({ userName, excluded }) => `${userName} · ${sign(excluded)}`).join('\n'),
  };
}
