import { useFormContext, useFormState, get } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useT } from '#src/i18n/island.tsx';
import type { CourseDocument } from '../course-document.ts';
import { FieldGroup } from '../../kit/fields.tsx';
import { TextField } from '../../kit/form-fields.tsx';
import { newChoice, type Page, type Path, type Question, withMoved } from './questionnaire-parts.ts';
import type { Guard } from './use-guard.tsx';

type Props = {
  path: `${Path}.pages.${number}.questions.${number}`;
  list: 'options' | 'rows';
  choices: Question['options'];
  guard: Guard;
};

/** The options of a question, or the rows of a table of choices: each a text, which can be moved and removed. */
export function ChoiceRows({ path, list, choices, guard }: Props) {
  const t = useT();
  const { setValue } = useFormContext<CourseDocument>();
  const name = `${path}.${list}` as const;
  const { errors } = useFormState({ name });
  const error: { message?: string; root?: { message?: string } } | undefined = get(errors, name);
  const set = (next: Question['options']) => setValue(name, next, { shouldDirty: true });
  const [, page, at] = /pages\.(\d+)\.questions\.(\d+)$/.exec(path)!.map(Number) as [number, number, number];
  const remove = (n: number) => {
    const next = withMoved(choices, n, null);
    const change = (pages: Page[]) =>
      pages.with(page, {
        ...pages[page]!,
        questions: pages[page]!.questions.with(at, { ...pages[page]!.questions[at]!, [list]: next }),
      });
    guard(change, () => set(next));
  };
  const least = list === 'options' ? 2 : 1;
  const label = (n: number) =>
    t(list === 'options' ? 'editing:questionnaire.option' : 'editing:questionnaire.row', { number: n + 1 });
  return (
    <FieldGroup
      name={name}
      label={t(`editing:questionnaire.${list}`)}
      error={error?.message ?? error?.root?.message}
      className="flex flex-col gap-2"
    >
      <ol className="flex flex-col gap-2">
        {choices.map(({ code }, n) => (
          <li key={code} className="flex flex-wrap items-end gap-1">
            {/* Narrow: the buttons are below. */}
            <div className="min-w-0 grow basis-44">
              {/* Another place is another field. */}
              <TextField key={n} name={`${name}.${n}.text`} label={label(n)} maxLength={500} />
            </div>
            <div className="ms-auto flex">
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  className="btn btn-square btn-ghost btn-sm aria-disabled:opacity-40"
                  aria-label={t(step < 0 ? 'admin:row.up' : 'admin:row.down', { name: label(n) })}
                  aria-disabled={choices[n + step] === undefined}
                  onClick={() => choices[n + step] && set(withMoved(choices, n, n + step))}
                >
                  <Icon name={step < 0 ? 'chevron-up' : 'chevron-down'} className="size-4" />
                </button>
              ))}
              <button
                type="button"
                className="btn btn-square btn-ghost btn-sm"
                aria-label={t('editing:questionnaire.removeChoice', { name: label(n) })}
                disabled={choices.length <= least}
                onClick={() => remove(n)}
              >
                <Icon name="close" className="size-4" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="btn self-start btn-sm"
        disabled={choices.length >= MAX_ITEMS.choices}
        onClick={() => set([...choices, newChoice()])}
      >
        {t(list === 'options' ? 'editing:question.addOption' : 'editing:questionnaire.addRow')}
      </button>
    </FieldGroup>
  );
}
