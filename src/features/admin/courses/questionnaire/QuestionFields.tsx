import { useFormContext, useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import type { CourseDocument } from '../course-document.ts';
import { SelectField as OpenSelect } from '../../kit/fields.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { ChoiceRows } from './ChoiceRows.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { KINDS, type Page, pageName, type Path, type Question, withKind, withPageOf } from './questionnaire-parts.ts';
import type { Guard } from './use-guard.tsx';

type Props = { questionnaire: Path; page: number; at: number; guard: Guard };

/** What one question of a questionnaire is. */
export function QuestionFields({ questionnaire, page, at, guard }: Props) {
  const t = useT();
  const { setValue, getValues } = useFormContext<CourseDocument>();
  const path = `${questionnaire}.pages.${page}.questions.${at}` as const;
  const pages = useWatch<CourseDocument, `${Path}.pages`>({ name: `${questionnaire}.pages` });
  const question = pages?.[page]?.questions[at];
  if (!pages || !question) return null;
  const { kind, options, rows, other } = question;
  const isChoice = kind === 'single' || kind === 'several';
  const store = (next: Question) => setValue(path, next, { shouldDirty: true });
  const changeKind = () => {
    const now = getValues(path) as Question;
    store(withKind(now, now.kind));
  };
  const moveTo = (to: number) => {
    const next = (now: readonly Page[]) => withPageOf(now, { page, at }, to);
    guard(next, () => {
      const moved = next(getValues(`${questionnaire}.pages`) as Page[]);
      for (const p of [page, to])
        setValue(`${questionnaire}.pages.${p}.questions`, moved[p]!.questions, { shouldDirty: true });
    });
  };
  const count = options.length + (other ? 1 : 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name={`${path}.kind`}
          label={t('editing:questionnaire.kind')}
          options={KINDS.map((value) => ({ value, label: t(`editing:questionnaire.kinds.${value}`) }))}
          onChanged={changeKind}
        />
        {pages.length > 1 && (
          <OpenSelect
            label={t('editing:questionnaire.onPage')}
            value={page}
            options={pages.map((_, p) => ({ value: p, label: pageName(t, pages, p) }))}
            onChange={moveTo}
          />
        )}
      </div>
      <TextField name={`${path}.title`} label={t('editing:questionnaire.title')} rows={2} maxLength={500} />
      <TextField name={`${path}.hint`} label={t('editing:questionnaire.hint')} maxLength={1_000} />
      {kind === 'matrix' && <ChoiceRows path={path} list="rows" choices={rows} guard={guard} />}
      {(isChoice || kind === 'matrix') && <ChoiceRows path={path} list="options" choices={options} guard={guard} />}
      {isChoice && <CheckField name={`${path}.other`} label={t('editing:questionnaire.other')} />}
      {kind === 'several' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['least', 'most'] as const).map((end) => (
            <SelectField
              key={end}
              name={`${path}.${end}`}
              label={t(end === 'least' ? 'editing:questionnaire.atLeast' : 'editing:questionnaire.atMost')}
              options={[
                { value: null, label: t('editing:questionnaire.noLimit') },
                ...Array.from({ length: Math.max(count, question[end] ?? 0) }, (_, n) => ({
                  ...{ value: n + 1, label: String(n + 1) },
                })),
              ]}
            />
          ))}
        </div>
      )}
      {kind === 'scale' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField name={`${path}.least`} label={t('editing:questionnaire.least')} />
          <NumberField name={`${path}.most`} label={t('editing:questionnaire.most')} />
          <TextField name={`${path}.leastLabel`} label={t('editing:questionnaire.leastLabel')} maxLength={200} />
          <TextField name={`${path}.mostLabel`} label={t('editing:questionnaire.mostLabel')} maxLength={200} />
        </div>
      )}
      {kind === 'text' && <CheckField name={`${path}.long`} label={t('editing:questionnaire.long')} />}
      <CheckField name={`${path}.required`} label={t('editing:questionnaire.required')} />
      <ConditionFields {...{ questionnaire, page, question: at }} />
    </div>
  );
}
