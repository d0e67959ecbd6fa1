import { get, useController, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { RUBRIC_LIMITS } from '#src/contract/rules/evaluation.ts';
import { PersonField } from '#src/features/people/PersonField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { findMembers } from '../announcements/AudienceFields.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { NumberField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import type { CourseDocument } from './course-document.ts';
import { equalWeights, type Evaluation, newCriterion, newEvaluation, weightSum } from './evaluation-parts.ts';

type Path = `items.${number}.evaluation`;
type Props = { at: number; type: 'practice' | 'evaluation' };

/** How a practical operation or job evaluation is scored: approved as a whole, or by criteria with weights and levels. */
export function EvaluationFields({ at, type }: Props) {
  const t = useT();
  const name: Path = `items.${at}.evaluation`;
  const { field, fieldState } = useController<CourseDocument, Path>({ name });
  const evaluation = field.value;
  const error = fieldState.error?.message;
  return (
    <>
      {type === 'practice' && <Instructions at={at} />}
      {evaluation ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <NumberField
              name={`${name}.passMark`}
              label={t('editing:evaluation.passMark')}
              hint={t('editing:evaluation.passMarkHint')}
            />
            <NumberField
              name={`${name}.tries`}
              label={t('editing:evaluation.tries')}
              hint={t('editing:evaluation.triesHint', { most: RUBRIC_LIMITS.tries })}
            />
          </div>
          <Assessors name={name} type={type} />
          <Criteria name={name} />
          {type === 'practice' && (
            <button type="button" className="btn self-start btn-ghost btn-sm" onClick={() => field.onChange(null)}>
              {t('editing:evaluation.remove')}
            </button>
          )}
        </>
      ) : (
        <FieldGroup name={name} label={t('editing:evaluation.title')} error={error} className="flex flex-col gap-2">
          <p className="text-sm text-muted">{t(`editing:evaluation.none.${type}`)}</p>
          <button type="button" className="btn self-start btn-sm" onClick={() => field.onChange(newEvaluation())}>
            {t('editing:evaluation.begin')}
          </button>
        </FieldGroup>
      )}
    </>
  );
}

/** The file that tells learners what they have to do. */
function Instructions({ at }: { at: number }) {
  const t = useT();
  const { setValue } = useFormContext<CourseDocument>();
  const { fileId, fileName } = useWatch<CourseDocument, `items.${number}`>({ name: `items.${at}` });
  const { fieldState } = useController<CourseDocument, `items.${number}.fileId`>({ name: `items.${at}.fileId` });
  const store = (id: string | null, title: string | null) => {
    setValue(`items.${at}.fileId`, id, { shouldDirty: true });
    setValue(`items.${at}.fileName`, title, { shouldDirty: true });
  };
  return (
    <FieldGroup
      name={`items.${at}.fileId`}
      label={t('editing:evaluation.instructions')}
      hint={t('editing:evaluation.instructionsHint')}
      error={fieldState.error?.message}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 text-sm break-words">{fileName ?? t('editing:course.noFile')}</span>
        <MediaPicker
          label={t('editing:course.chooseFile')}
          kinds={['document', 'picture']}
          onChoose={([file]) => file && store(file.id, file.name)}
        />
        {fileId && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => store(null, null)}>
            {t('editing:evaluation.removeFile')}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

/** Who scores it. Nobody named: somebody who follows from the course or the department. */
function Assessors({ name, type }: { name: Path; type: Props['type'] }) {
  const t = useT();
  const { field, fieldState } = useController<CourseDocument, `${Path}.assessors`>({ name: `${name}.assessors` });
  const people = field.value ?? [];
  const most = type === 'practice' ? RUBRIC_LIMITS.assessors : 1;
  return (
    <FieldGroup
      name={`${name}.assessors`}
      label={t(`editing:evaluation.assessors.${type}`)}
      hint={t(`editing:evaluation.assessorsHint.${type}`)}
      error={fieldState.error?.message}
      className="flex flex-col gap-3"
    >
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {people.map(({ userId, userName }) => (
            <li key={userId} className="badge h-auto gap-1 py-1 badge-soft">
              {userName}
              <button
                type="button"
                className="btn btn-square btn-ghost btn-xs"
                aria-label={t('editing:evaluation.removeAssessor', { name: userName })}
                onClick={() => field.onChange(people.filter((each) => each.userId !== userId))}
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people.length < most && (
        <PersonField
          chosen={null}
          placeholder={t('site:admin.audience.findPerson')}
          search={findMembers}
          hint={t('site:admin.audience.finding')}
          onChoose={(person) => {
            if (person && !people.some(({ userId }) => userId === person.userId))
              field.onChange([...people, { userId: person.userId, userName: person.userName }]);
          }}
        />
      )}
    </FieldGroup>
  );
}

/** The criteria with their weights. */
function Criteria({ name }: { name: Path }) {
  const t = useT();
  const path = `${name}.criteria` as const;
  const { control, getValues, setValue } = useFormContext<CourseDocument>();
  const rows = useFieldArray<CourseDocument, typeof path, 'key'>({ control, name: path, keyName: 'key' });
  const criteria = useWatch<CourseDocument, typeof path>({ name: path }) ?? [];
  const sum = weightSum(criteria);
  const nameOf = (n: number) => criteria[n]?.title || t('editing:untitled');
  const share = () =>
    equalWeights(criteria.length).forEach((weight, n) => {
      if (getValues(`${path}.${n}.weight`) !== weight) setValue(`${path}.${n}.weight`, weight, { shouldDirty: true });
    });
  return (
    <>
      <Rows
        name={path}
        label={t('editing:evaluation.criteria')}
        hint={t('editing:evaluation.criteriaHint')}
        rows={{ ...rows, fields: rows.fields.map(({ key }) => ({ id: key })) }}
        nameOf={nameOf}
        commands={
          <button
            type="button"
            className="btn btn-sm"
            disabled={criteria.length >= RUBRIC_LIMITS.criteria}
            // What is left of the whole.
            onClick={() => rows.append(newCriterion(Math.min(100, Math.max(1, 100 - sum))))}
          >
            {t('editing:evaluation.addCriterion')}
          </button>
        }
      >
        {(n) => (
          <div className="flex flex-col gap-4">
            <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
              <TextField name={`${path}.${n}.title`} label={t('editing:evaluation.criterion')} maxLength={200} />
              <NumberField name={`${path}.${n}.weight`} label={t('editing:evaluation.weight')} />
            </div>
            <TextField
              name={`${path}.${n}.description`}
              label={t('editing:evaluation.description')}
              rows={2}
              maxLength={5_000}
            />
            <Levels path={`${path}.${n}.levels`} levels={criteria[n]?.levels ?? []} />
          </div>
        )}
      </Rows>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className={`text-sm ${sum === 100 ? 'text-muted' : 'text-error'}`}>
          {t('editing:evaluation.sum', { sum })}
        </p>
        {sum !== 100 && criteria.length > 0 && (
          <button type="button" className="btn btn-sm" onClick={share}>
            {t('editing:evaluation.share')}
          </button>
        )}
      </div>
    </>
  );
}

type LevelsProps = { path: `${Path}.criteria.${number}.levels`; levels: Evaluation['criteria'][number]['levels'] };

/** The levels of a criterion. Without levels any whole number of points is given. */
function Levels({ path, levels }: LevelsProps) {
  const t = useT();
  const { setValue } = useFormContext<CourseDocument>();
  const { errors } = useFormState({ name: path });
  const error: { message?: string } | undefined = get(errors, path);
  const set = (next: LevelsProps['levels']) => setValue(path, next, { shouldDirty: true });
  const add = () => set([...levels, { points: levels.length === 0 ? 100 : 0, title: '', description: '' }]);
  return (
    <FieldGroup
      name={path}
      label={t('editing:evaluation.levels')}
      hint={t('editing:evaluation.levelsHint')}
      error={error?.message}
      className="flex flex-col gap-3"
    >
      {levels.length > 0 && (
        <ol className="flex flex-col gap-3">
          {levels.map((level, n) => (
            <li key={n} className="flex flex-wrap items-end gap-2">
              <div className="w-24">
                <NumberField name={`${path}.${n}.points`} label={t('editing:evaluation.points')} />
              </div>
              <div className="min-w-0 grow basis-40">
                <TextField name={`${path}.${n}.title`} label={t('editing:evaluation.level')} maxLength={200} />
              </div>
              <div className="min-w-0 grow basis-40">
                <TextField
                  name={`${path}.${n}.description`}
                  label={t('editing:evaluation.description')}
                  maxLength={5_000}
                />
              </div>
              <button
                type="button"
                className="btn btn-square btn-ghost btn-sm"
                aria-label={t('editing:evaluation.removeLevel', { name: level.title || String(level.points) })}
                onClick={() => set(levels.toSpliced(n, 1))}
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className="btn self-start btn-sm"
        disabled={levels.length >= RUBRIC_LIMITS.levels}
        onClick={add}
      >
        {t('editing:evaluation.addLevel')}
      </button>
    </FieldGroup>
  );
}
