import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useT } from '#src/i18n/island.tsx';
import type { CourseDocument } from '../course-document.ts';
import { TextField } from '../../kit/form-fields.tsx';
import { Rows } from '../../kit/rows.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import { copyOf, KINDS, newPage, newQuestion, pageName, type Path, withMoved } from './questionnaire-parts.ts';
import type { Guard } from './use-guard.tsx';

type Props = { questionnaire: Path; guard: Guard };

/** The pages of a questionnaire with their questions. */
export function QuestionnairePages({ questionnaire, guard }: Props) {
  const t = useT();
  const name = `${questionnaire}.pages` as const;
  const { control } = useFormContext<CourseDocument>();
  const rows = useFieldArray<CourseDocument, typeof name, 'key'>({ control, name, keyName: 'key' });
  const pages = useWatch<CourseDocument, typeof name>({ name }) ?? [];
  return (
    <Rows
      name={name}
      label={t('editing:questionnaire.pages')}
      rows={{ ...rows, fields: rows.fields.map(({ key }) => ({ id: key })) }}
      nameOf={(p) => pageName(t, pages, p)}
      guard={(from, to, act) => guard((all) => withMoved(all, from, to), act)}
      commands={
        <button
          type="button"
          className="btn btn-sm"
          disabled={pages.length >= MAX_ITEMS.questionPages}
          onClick={() => rows.append(newPage())}
        >
          {t('editing:questionnaire.addPage')}
        </button>
      }
    >
      {(p) => (
        <div className="flex flex-col gap-4">
          <TextField
            name={`${name}.${p}.title`}
            label={t('editing:questionnaire.pageTitle')}
            hint={pages.length === 1 ? t('editing:questionnaire.pageTitleHint') : undefined}
            maxLength={200}
          />
          <TextField
            name={`${name}.${p}.introduction`}
            label={t('editing:questionnaire.pageIntroduction')}
            rows={2}
            maxLength={5_000}
          />
          <ConditionFields questionnaire={questionnaire} page={p} question={null} />
          <QuestionRows questionnaire={questionnaire} page={p} guard={guard} />
        </div>
      )}
    </Rows>
  );
}

function QuestionRows({ questionnaire, page, guard }: Props & { page: number }) {
  const t = useT();
  const name = `${questionnaire}.pages.${page}.questions` as const;
  const { control, getValues } = useFormContext<CourseDocument>();
  const rows = useFieldArray<CourseDocument, typeof name, 'key'>({ control, name, keyName: 'key' });
  const questions = useWatch<CourseDocument, typeof name>({ name });
  const nameOf = (n: number) => questions?.[n]?.title || t('editing:questionnaire.question', { number: n + 1 });
  return (
    <Rows
      name={name}
      label={t('editing:questionnaire.questions')}
      rows={{ ...rows, fields: rows.fields.map(({ key }) => ({ id: key })) }}
      nameOf={nameOf}
      guard={(from, to, act) =>
        guard((all) => all.with(page, { ...all[page]!, questions: withMoved(all[page]!.questions, from, to) }), act)
      }
      tools={(n) => (
        <button
          type="button"
          className="btn btn-square btn-ghost btn-sm"
          aria-label={t('editing:questionnaire.duplicate', { name: nameOf(n) })}
          title={t('editing:questionnaire.duplicateTitle')}
          onClick={() => rows.insert(n + 1, copyOf(getValues(`${name}.${n}`)!))}
        >
          <Icon name="copy" className="size-4" />
        </button>
      )}
      commands={KINDS.map((kind) => (
        <button key={kind} type="button" className="btn btn-sm" onClick={() => rows.append(newQuestion(kind))}>
          {t('editing:questionnaire.add', { kind: t(`editing:questionnaire.kinds.${kind}`) })}
        </button>
      ))}
    >
      {(n) => <QuestionFields {...{ questionnaire, page, at: n, guard }} />}
    </Rows>
  );
}
