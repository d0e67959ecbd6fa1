import { useController, useWatch } from 'react-hook-form';
import { type Condition, OTHER } from '#src/contract/rules/questionnaire.ts';
import { canBeReferredTo, wrongConditions } from '#src/contract/rules/questionnaire-conditions.ts';
import { useT } from '#src/i18n/island.tsx';
import type { CourseDocument } from '../course-document.ts';
import { ManyField, SelectField } from '../../kit/fields.tsx';
import { type Page, type Path, questionName, type Question } from './questionnaire-parts.ts';

type Props = {
  questionnaire: Path;
  page: number;
  /** Null: the condition of the page. */
  question: number | null;
};
type Errors = Partial<Record<'question' | 'is' | 'from', { message?: string }>> | undefined;

/** After which answer to an earlier question a page or question is shown. */
export function ConditionFields({ questionnaire, page, question }: Props) {
  const t = useT();
  const of = question === null ? (`pages.${page}` as const) : (`pages.${page}.questions.${question}` as const);
  const name = `${questionnaire}.${of}.showIf` as const;
  const { field, fieldState } = useController<CourseDocument>({ name: name });
  const pages = useWatch<CourseDocument, `${Path}.pages`>({ name: `${questionnaire}.pages` }) ?? [];
  const condition = (field.value ?? null) as Condition | null;
  const earlier = pages
    .slice(0, page + 1)
    .flatMap(({ questions }, p) => (p < page ? questions : questions.slice(0, question ?? 0)))
    .filter(canBeReferredTo);
  if (earlier.length === 0 && condition === null) return null;
  const wrong = wrongConditions(pages).find((each) => each.page === page && each.question === question);
  const stored = fieldState.error as Errors;
  const errorAt = (part: 'question' | 'is' | 'from') =>
    wrong?.field === part
      ? t(`editing:questionnaire.fault.${wrong.fault}`)
      : wrong
        ? undefined
        : stored?.[part]?.message;
  const source = earlier.find(({ code }) => code === condition?.question);
  const options = [
    { value: '', label: t('editing:questionnaire.always') },
    ...earlier.map(({ code }) => ({ value: code, label: questionName(t, pages, code) })),
  ];
  // What it refers to is shown, also where it cannot any more.
  if (condition && !source)
    options.push({ value: condition.question, label: questionNameOrGone(pages, condition.question) });
  function questionNameOrGone(all: Page[], code: string): string {
    const isThere = all.some(({ questions }) => questions.some((each) => each.code === code));
    return isThere ? questionName(t, all, code) : t('editing:questionnaire.gone');
  }
  const choose = (code: string) => field.onChange(conditionOn(earlier.find((each) => each.code === code)));
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        name={`${name}.question`}
        label={t(question === null ? 'editing:questionnaire.showPageIf' : 'editing:questionnaire.showIf')}
        value={condition?.question ?? ''}
        options={options}
        error={errorAt('question')}
        onChange={choose}
      />
      {condition && source?.kind === 'scale' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              name={`${name}.${end}`}
              label={t(`editing:questionnaire.${end}`)}
              value={condition[end]}
              options={[
                { value: null, label: t('editing:questionnaire.noEnd') },
                ...valuesOf(source, condition[end]).map((value) => ({ value, label: String(value) })),
              ]}
              error={end === 'from' ? errorAt('from') : undefined}
              onChange={(value) => field.onChange({ ...condition, is: null, [end]: value })}
            />
          ))}
        </div>
      )}
      {condition && source && source.kind !== 'scale' && (
        <ManyField
          name={`${name}.is`}
          label={t('editing:questionnaire.anyOf')}
          value={condition.is ?? []}
          options={choicesOf(source, condition.is ?? [])}
          error={errorAt('is')}
          onChange={(is) => field.onChange({ ...condition, is, from: null, to: null })}
        />
      )}
    </div>
  );

  function choicesOf(asked: Question, chosen: string[]) {
    const known = asked.options.map(({ code, text }, n) => ({
      value: code,
      label: text || t('editing:questionnaire.option', { number: n + 1 }),
    }));
    if (asked.other) known.push({ value: OTHER, label: t('editing:questionnaire.otherOption') });
    const gone = chosen.filter((code) => !known.some(({ value }) => value === code));
    return [...known, ...gone.map((value) => ({ value, label: t('editing:questionnaire.goneOption') }))];
  }
}

/** A condition to begin with; null: none. */
function conditionOn(source: Question | undefined): Condition | null {
  if (!source) return null;
  return source.kind === 'scale'
    ? { question: source.code, is: null, from: source.least, to: null }
    : { question: source.code, is: source.options.slice(0, 1).map(({ code }) => code), from: null, to: null };
}

/** The values of a scale, and the chosen one where the scale has changed. */
function valuesOf({ least, most }: Question, chosen: number | null): number[] {
  const first = least ?? 0;
  const values = Array.from({ length: Math.max(0, (most ?? 0) - first + 1) }, (_, n) => first + n);
  return chosen === null || values.includes(chosen) ? values : [...values, chosen];
}
