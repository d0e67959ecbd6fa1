import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { CheckField, ManyField, NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import type { CourseDocument, MediaQuestion } from './course-document.ts';

const KEYS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
type Path = `items.${number}.questions`;

/** The questions that a video asks at its seconds. */
export function MediaQuestions({ at }: { at: number }) {
  const t = useT();
  const name: Path = `items.${at}.questions`;
  const { control } = useFormContext<CourseDocument>();
  const rows = useFieldArray<CourseDocument, Path, 'key'>({ control, name, keyName: 'key' });
  const questions = useWatch<CourseDocument, Path>({ name });
  const add = () => {
    const options = ['A', 'B'].map((key) => ({ key, text: '' }));
    const question: MediaQuestion = {
      ...{
        id: crypto.randomUUID(),
        atSecond: 0,
        kind: 'single',
        stem: '',
        options,
        rightKeys: [],
        explanation: '',
        required: true,
      },
    };
    rows.append(question);
  };
  return (
    <Rows
      name={name}
      label={t('editing:question.title')}
      hint={t('editing:question.hint')}
      rows={{ ...rows, fields: rows.fields.map(({ key }) => ({ id: key })) }}
      nameOf={(n) =>
        t('editing:question.name', {
          time: clockTime(questions[n]?.atSecond ?? 0),
          stem: questions[n]?.stem || t('editing:untitled'),
        })
      }
      commands={
        <button type="button" className="btn btn-sm" onClick={add}>
          {t('editing:question.add')}
        </button>
      }
    >
      {(n) => <QuestionFields path={`${name}.${n}`} question={questions[n]} />}
    </Rows>
  );
}

function QuestionFields({ path, question }: { path: `${Path}.${number}`; question: MediaQuestion | undefined }) {
  const t = useT();
  const { setValue } = useFormContext<CourseDocument>();
  if (!question) return null;
  const { kind, options } = question;
  const isJudge = kind === 'judge';
  const right = isJudge
    ? [
        { value: 'T', label: t('editing:question.right') },
        { value: 'F', label: t('editing:question.wrong') },
      ]
    : options.map(({ key, text }) => ({ value: key, label: `${key}. ${text}` }));
  const setOptions = (count: number) =>
    setValue(
      `${path}.options`,
      KEYS.slice(0, count).map((key, n) => options[n] ?? { key, text: '' }),
      { shouldDirty: true },
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField name={`${path}.atSecond`} label={t('editing:question.second')} />
        <SelectField
          name={`${path}.kind`}
          label={t('editing:question.kind')}
          options={(['single', 'multiple', 'judge'] as const).map((value) => ({
            value,
            label: t(`editing:question.kinds.${value}`),
          }))}
          onChanged={() => setValue(`${path}.rightKeys`, [], { shouldDirty: true })}
        />
      </div>
      <TextField name={`${path}.stem`} label={t('editing:question.stem')} rows={2} maxLength={1_000} />
      {!isJudge && (
        <>
          {options.map(({ key }, n) => (
            <TextField
              key={key}
              name={`${path}.options.${n}.text`}
              label={t('editing:question.option', { key })}
              maxLength={500}
            />
          ))}
          <div className="flex gap-2">
            <button
              type="button"
              className="btn btn-sm"
              disabled={options.length >= KEYS.length}
              onClick={() => setOptions(options.length + 1)}
            >
              {t('editing:question.addOption')}
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={options.length <= 2}
              onClick={() => setOptions(options.length - 1)}
            >
              {t('editing:question.removeOption')}
            </button>
          </div>
        </>
      )}
      <ManyField name={`${path}.rightKeys`} label={t('editing:question.rightKeys')} options={right} />
      <TextField name={`${path}.explanation`} label={t('editing:question.explanation')} rows={2} maxLength={2_000} />
      <CheckField name={`${path}.required`} label={t('editing:question.required')} />
    </div>
  );
}
