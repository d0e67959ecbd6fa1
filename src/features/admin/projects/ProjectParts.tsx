import '../courses/course-items.css';
import { useState } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { notify } from '#src/client/notify.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BothNames } from '../content/parts.tsx';
import { SubjectOptions } from '../content/SubjectChoice.tsx';
import { FieldGroup, Group } from '../kit/fields.tsx';
import { CheckField, MomentField, SelectField } from '../kit/form-fields.tsx';
import { Picker } from '../kit/Picker.tsx';
import { RemoveButton } from '../kit/rows.tsx';
import { Tree } from '../kit/Tree.tsx';
import { idOf, isComplete, movePart, nodesOf, type Parts, type Project, removePart } from './project-parts.ts';

type Errors = Record<number, object | undefined> & { message?: string; root?: { message?: string } };

/** Stages of a project with their courses and exams as a tree, and the selected one beside it. */
export function ProjectParts({ timeZone }: { timeZone: string }) {
  const t = useT();
  const { getValues } = useFormContext<Project>();
  const courses = useFieldArray<Project, 'courses', 'key'>({ name: 'courses', keyName: 'key' });
  const stages = useFieldArray<Project, 'stages', 'key'>({ name: 'stages', keyName: 'key' });
  const parts: Parts = {
    stages: useWatch<Project, 'stages'>({ name: 'stages' }),
    courses: useWatch<Project, 'courses'>({ name: 'courses' }),
  };
  const { errors } = useFormState<Project>({ name: ['courses', 'stages'] });
  const [selected, setSelected] = useState<string | null>(null);
  const wrong = errors.courses as Errors | undefined;
  const wrongStages = errors.stages as Errors | undefined;
  const now = (): Parts => getValues();
  const change = (next: Parts) => {
    const before = now();
    if (next.stages !== before.stages) stages.replace(next.stages);
    if (next.courses !== before.courses) courses.replace(next.courses);
  };
  const stageAt = parts.stages.findIndex(({ id }) => id === selected);
  const itemAt = parts.courses.findIndex((item) => idOf(item) === selected);
  const add = (kind: 'course' | 'exam', { id, title }: { id: string; title: string }) => {
    const { courses: all, stages: order } = now();
    if (!all.some((item) => idOf(item) === id)) {
      // Into the selected stage, that of the selected item, or the last one.
      const stageId =
        stageAt >= 0 ? selected : itemAt >= 0 ? parts.courses[itemAt]!.stageId : (order.at(-1)?.id ?? null);
      const ids = kind === 'course' ? { courseId: id, examId: null } : { courseId: null, examId: id };
      change({ stages: order, courses: [...all, { ...ids, title, required: true, stageId }] });
    }
    setSelected(id);
  };
  const addStage = () => {
    const { stages: order, courses: all } = now();
    const id = crypto.randomUUID();
    const stage = { id, name: { zh: '', en: '' }, startAt: null, endAt: null, opens: 'always' as const };
    // What has been there without a stage is the first one.
    const first = order.length === 0 ? all.map((item) => ({ ...item, stageId: id })) : all;
    change({ stages: [...order, stage], courses: first });
    setSelected(id);
  };
  const remove = (name: string) => {
    const before = now();
    change(removePart(before, selected!));
    setSelected(null);
    notify(t('admin:row.removed', { name }), 'success', {
      label: t('admin:undo'),
      undo: () => {
        stages.replace(before.stages);
        courses.replace(before.courses);
      },
    });
  };
  const nodes = nodesOf(parts);
  const isWrong = (id: string) => {
    const stage = parts.stages.find((each) => each.id === id);
    // Errors of a stage that is not selected are those of the list: which one it is can be seen from the stage.
    return stage
      ? wrongStages !== undefined && !isComplete(stage)
      : Boolean(wrong?.[parts.courses.findIndex((item) => idOf(item) === id)]);
  };
  return (
    <Group title={t('editing:project.content')} hint={t('editing:project.contentHint')}>
      <FieldGroup
        name="courses"
        label={t('editing:project.content')}
        error={wrong?.message ?? wrong?.root?.message ?? wrongStages?.message ?? wrongStages?.root?.message}
        className="course-items-width"
      >
        <fieldset name="stages" className="course-items">
          <div className="flex min-w-0 flex-col gap-3">
            {nodes.length > 0 && (
              <Tree
                // The first stage opens the tree anew: everything moves into it.
                key={parts.stages.length === 0 ? 'plain' : 'stages'}
                label={t('editing:project.content')}
                nodes={nodes.map((node) => ({
                  ...node,
                  label: node.label || t('editing:project.unnamedStage'),
                  isWrong: isWrong(node.id),
                }))}
                selected={selected}
                onSelect={setSelected}
                badges={({ item, isWrong: bad }) => (
                  <>
                    <span className="badge badge-ghost badge-sm">
                      {t(`editing:project.${item === null ? 'stage' : item.examId ? 'exam' : 'course'}`)}
                    </span>
                    {item?.required === false && (
                      <span className="badge badge-ghost badge-sm">{t('editing:project.elective')}</span>
                    )}
                    {bad && <span className="badge badge-error badge-sm">{t('editing:course.itemWrong')}</span>}
                  </>
                )}
                onMove={(id, to) => change(movePart(now(), id, to))}
              />
            )}
            <div className="flex flex-wrap gap-2">
              {(['course', 'exam'] as const).map((kind) => {
                const label = t(kind === 'course' ? 'editing:project.addCourse' : 'editing:project.addExam');
                return (
                  <Picker key={kind} label={label} chosen={null} placeholder={label}>
                    {() => <SubjectOptions kind={kind} onChoose={(subject) => add(kind, subject)} />}
                  </Picker>
                );
              })}
              <button type="button" className="btn border-base-300 bg-base-100" onClick={addStage}>
                <Icon name="plus" className="size-4" />
                {t('editing:project.addStage')}
              </button>
            </div>
          </div>
          {stageAt >= 0 ? (
            <StagePanel key={selected} at={stageAt} timeZone={timeZone} onRemove={remove} />
          ) : itemAt >= 0 ? (
            <ItemPanel key={selected} at={itemAt} onRemove={remove} />
          ) : (
            nodes.length > 0 && <p className="p-4 text-muted">{t('editing:project.select')}</p>
          )}
        </fieldset>
      </FieldGroup>
    </Group>
  );
}

type StageProps = { at: number; timeZone: string; onRemove: (name: string) => void };

function StagePanel({ at, timeZone, onRemove }: StageProps) {
  const t = useT();
  const path = `stages.${at}`;
  const { name } = useWatch<Project, `stages.${number}`>({ name: `stages.${at}` });
  const title = name.zh || name.en || t('editing:project.unnamedStage');
  return (
    <section className="course-item" aria-label={title}>
      <div className="flex items-center gap-2">
        <span className="badge me-auto">{t('editing:project.stage')}</span>
        <RemoveButton name={title} onClick={() => onRemove(title)} />
      </div>
      <BothNames
        name={`${path}.name`}
        labels={{ zh: t('editing:project.stageNameZh'), en: t('editing:project.stageNameEn') }}
      />
      <SelectField
        name={`${path}.opens`}
        label={t('editing:project.opens')}
        hint={t('editing:project.opensHint')}
        options={(['always', 'previous', 'date'] as const).map((value) => ({
          value,
          label: t(`editing:project.opensWhen.${value}`),
        }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField name={`${path}.startAt`} label={t('editing:project.startAt')} timeZone={timeZone} />
        <MomentField name={`${path}.endAt`} label={t('editing:project.endAt')} timeZone={timeZone} />
      </div>
    </section>
  );
}

function ItemPanel({ at, onRemove }: { at: number; onRemove: (name: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const { title, courseId, examId } = useWatch<Project, `courses.${number}`>({ name: `courses.${at}` });
  const path = courseId ? `/admin/courses/edit?id=${courseId}` : `/admin/exams/${examId}`;
  return (
    <section className="course-item" aria-label={title}>
      <div className="flex items-center gap-2">
        <span className="badge me-auto">{t(courseId ? 'editing:project.course' : 'editing:project.exam')}</span>
        <RemoveButton name={title} onClick={() => onRemove(title)} />
      </div>
      <a className="link self-start font-medium break-words" href={href(locale, path)}>
        {title}
      </a>
      <CheckField name={`courses.${at}.required`} label={t('editing:project.required')} />
      {examId && <p className="text-sm text-muted">{t('editing:project.examHint')}</p>}
    </section>
  );
}
