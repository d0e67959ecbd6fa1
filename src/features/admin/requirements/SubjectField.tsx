import { useEffect, useState } from 'react';
import { SUBJECT_KINDS, type SubjectKind } from '#src/contract/rules/requirement.ts';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, type FieldOf } from '../kit/fields.tsx';
import { type Settings, subjectPage } from './requirement-settings.ts';

type Subject = Settings['subjects'][number];

/** Delay after the last key before searching, ms. */
const PAUSE = 250;

/** Chooses courses, projects, exams and certificates, one of which is enough. */
export function SubjectField({ value, onChange, ref: _, ...group }: FieldOf<Subject[]>) {
  const t = useT();
  const [kind, setKind] = useState<SubjectKind>('course');
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useCall(...subjectPage(kind, keyword));
  const isChosen = ({ id }: Subject) => value.some((each) => each.id === id);
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
      <div className="flex flex-wrap gap-2">
        <select
          className="select w-full sm:w-40"
          value={kind}
          aria-label={t('requirement:editor.subjectKind')}
          onChange={({ target }) => setKind(target.value as SubjectKind)}
        >
          {SUBJECT_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`requirement:kind.${each}`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          className="input min-w-0 grow"
          value={typed}
          maxLength={100}
          autoComplete="off"
          placeholder={t('requirement:editor.subjectSearch')}
          aria-label={t('requirement:editor.subjectSearch')}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            // Enter searches; it does not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <ul className="max-h-56 min-h-24 divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300">
        {data?.list.map((subject) => (
          <li key={subject.id}>
            <button
              type="button"
              className="flex w-full items-center gap-2 px-3 py-2 text-start hover:bg-base-200 disabled:opacity-50"
              disabled={isChosen(subject)}
              onClick={() => onChange([...value, subject])}
            >
              <Icon name={isChosen(subject) ? 'check' : 'plus'} className="size-4 shrink-0" />
              <span className="sr-only">{t('requirement:editor.add')}</span>
              <span className="min-w-0 break-words">{subject.title}</span>
            </button>
          </li>
        ))}
        {data?.list.length === 0 && (
          <li className="p-4 text-center text-sm text-muted">{t('requirement:editor.subjectNone')}</li>
        )}
      </ul>
      {data && data.totalCount > data.list.length && (
        <p className="text-sm text-muted">{t('requirement:editor.more', { count: data.totalCount })}</p>
      )}
    </FieldGroup>
  );
}
