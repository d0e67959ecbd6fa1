import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import type { CourseDocument, CourseItem } from './course-document.ts';

type Questionnaire = NonNullable<CourseItem['questionnaire']>;
type Question = Questionnaire['pages'][number]['questions'][number];
type Path = `items.${number}.questionnaire`;
type Questions = `${Path}.pages.${number}.questions`;

const KINDS = ['single', 'several', 'scale', 'text'] as const;
/** Results and answers name questions and options by their codes, which nobody sees. */
const newCode = () => crypto.randomUUID().slice(0, 13);
const newOption = () => ({ code: newCode(), text: '' });

const newQuestion = (kind: Question['kind']): Question => ({
  ...{ code: newCode(), kind, title: '', hint: '', required: true, showIf: null, rows: [], other: false },
  options: kind === 'single' || kind === 'several' ? [newOption(), newOption()] : [],
  ...{ least: kind === 'scale' ? 1 : null, most: kind === 'scale' ? 5 : null, leastLabel: '', mostLabel: '' },
  ...{ long: kind === 'text', maxLength: null },
});

/** The questions of a questionnaire, by page. */
export function QuestionnaireFields({ at }: { at: number }) {
  const t = useT();
  const name: Path = `items.${at}.questionnaire`;
  const { setValue } = useFormContext<CourseDocument>();
  const questionnaire = useWatch<CourseDocument, Path>({ name });
  if (!questionnaire) {
    const begin = () => {
      const page = { code: newCode(), title: '', introduction: '', showIf: null, questions: [newQuestion('single')] };
      setValue(name, { introduction: '', anonymous: true, pages: [page] }, { shouldDirty: true });
    };
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="text-sm text-muted">{t('editing:questionnaire.none')}</p>
        <button type="button" className="btn btn-sm" onClick={begin}>
          {t('editing:questionnaire.begin')}
        </button>
      </div>
    );
  }
  const { pages } = questionnaire;
  return (
    <>
      <TextField
        name={`${name}.introduction`}
        label={t('editing:questionnaire.introduction')}
        rows={3}
        maxLength={5_000}
      />
      <CheckField
        name={`${name}.anonymous`}
        label={t('editing:questionnaire.anonymous')}
        hint={t('editing:questionnaire.anonymousHint')}
      />
      {pages.map(({ code }, page) => (
        <QuestionRows key={code} at={at} page={page} isOnly={pages.length === 1} />
      ))}
    </>
  );
}

function QuestionRows({ at, page, isOnly }: { at: number; page: number; isOnly: boolean }) {
  const t = useT();
  const name: Questions = `items.${at}.questionnaire.pages.${page}.questions`;
  const { control } = useFormContext<CourseDocument>();
  const rows = useFieldArray<CourseDocument, Questions, 'key'>({ control, name, keyName: 'key' });
  const questions = useWatch<CourseDocument, Questions>({ name });
  return (
    <Rows
      name={name}
      label={isOnly ? t('editing:questionnaire.questions') : t('editing:questionnaire.page', { number: page + 1 })}
      rows={{ ...rows, fields: rows.fields.map(({ key }) => ({ id: key })) }}
      nameOf={(n) => questions?.[n]?.title || t('editing:questionnaire.question', { number: n + 1 })}
      commands={KINDS.map((kind) => (
        <button key={kind} type="button" className="btn btn-sm" onClick={() => rows.append(newQuestion(kind))}>
          {t('editing:questionnaire.add', { kind: t(`editing:questionnaire.kinds.${kind}`) })}
        </button>
      ))}
    >
      {(n) => <QuestionFields path={`${name}.${n}`} question={questions?.[n]} />}
    </Rows>
  );
}

function QuestionFields({ path, question }: { path: `${Questions}.${number}`; question: Question | undefined }) {
  const t = useT();
  const { setValue, getValues } = useFormContext<CourseDocument>();
  if (!question) return null;
  const { kind, options } = question;
  const isChoice = kind === 'single' || kind === 'several';
  const changeKind = () => {
    const now = getValues(path) as Question;
    const { code, title, hint, required, showIf } = now;
    const isKept = options.length > 0 && (now.kind === 'single' || now.kind === 'several');
    const next = { ...newQuestion(now.kind), ...{ code, title, hint, required, showIf } };
    setValue(path, isKept ? { ...next, options } : next, { shouldDirty: true });
  };
  const setOptions = (next: Question['options']) => setValue(`${path}.options`, next, { shouldDirty: true });
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        name={`${path}.kind`}
        label={t('editing:questionnaire.kind')}
        options={[...KINDS, ...(kind === 'matrix' ? (['matrix'] as const) : [])].map((value) => ({
          value,
          label: t(`editing:questionnaire.kinds.${value}`),
        }))}
        onChanged={changeKind}
      />
      <TextField name={`${path}.title`} label={t('editing:questionnaire.title')} rows={2} maxLength={500} />
      <TextField name={`${path}.hint`} label={t('editing:questionnaire.hint')} maxLength={1_000} />
      {question.rows.map(({ code }, n) => (
        <TextField
          key={code}
          name={`${path}.rows.${n}.text`}
          label={t('editing:questionnaire.row', { number: n + 1 })}
          maxLength={500}
        />
      ))}
      {options.map(({ code }, n) => (
        <TextField
          key={code}
          name={`${path}.options.${n}.text`}
          label={t('editing:questionnaire.option', { number: n + 1 })}
          maxLength={500}
        />
      ))}
      {(isChoice || kind === 'matrix') && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-sm" onClick={() => setOptions([...options, newOption()])}>
            {t('editing:question.addOption')}
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={options.length <= 2}
            onClick={() => setOptions(options.slice(0, -1))}
          >
            {t('editing:question.removeOption')}
          </button>
        </div>
      )}
      {isChoice && <CheckField name={`${path}.other`} label={t('editing:questionnaire.other')} />}
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
      {question.showIf && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-sm text-muted">{t('editing:questionnaire.conditional')}</p>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => setValue(`${path}.showIf`, null, { shouldDirty: true })}
          >
            {t('editing:questionnaire.always')}
          </button>
        </div>
      )}
    </div>
  );
}
