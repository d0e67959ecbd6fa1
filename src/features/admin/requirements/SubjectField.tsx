import { SUBJECT_KINDS, type SubjectKind } from '#src/contract/rules/requirement.ts';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, type FieldOf } from '../kit/fields.tsx';
import { type Settings, subjectPage } from './requirement-settings.ts';
import { SubjectSearch } from './SubjectSearch.tsx';

type Subject = Settings['subjects'][number];

const useFound = (kind: SubjectKind, keyword: string) => useCall(...subjectPage(kind, keyword)).data;

/** Chooses courses, projects, exams and certificates, one of which is enough. */
export function SubjectField({ value, onChange, ref: _, ...group }: FieldOf<Subject[]>) {
  const t = useT();
  return (
    <FieldGroup {...group} className="flex flex-col gap-3">
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('requirement:editor.subjects')}>
          {value.map((subject) => (
            <li key={subject.id}>
              <button
                type="button"
                className="btn h-auto min-h-8 max-w-full btn-soft py-1 btn-sm"
                onClick={() => onChange(value.filter(({ id }) => id !== subject.id))}
              >
                <span className="sr-only">{t('requirement:editor.remove')}</span>
                <span className="min-w-0 break-words">
                  {t(`requirement:kind.${subject.kind}`)} · {subject.title}
                </span>
                <Icon name="close" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SubjectSearch
        kinds={SUBJECT_KINDS}
        nameOf={(kind) => t(`requirement:kind.${kind}`)}
        label={{ kind: t('requirement:editor.subjectKind'), search: t('requirement:editor.subjectSearch') }}
        useFound={useFound}
        isChosen={({ id }) => value.some((each) => each.id === id)}
        onAdd={(subject) => onChange([...value, subject])}
      />
    </FieldGroup>
  );
}
