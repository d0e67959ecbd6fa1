import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Subject<K extends string> = { kind: K; id: string; title: string };
type Props<K extends string> = {
  kinds: readonly K[];
  nameOf: (kind: K) => string;
  label: { kind: string; search: string };
  /** A hook that finds subjects. */
  useFound: (kind: K, keyword: string) => { list: Subject<K>[]; totalCount: number } | undefined;
  isChosen: (subject: Subject<K>) => boolean;
  onAdd: (subject: Subject<K>) => void;
};

/** Delay after the last key before searching, ms. */
const PAUSE = 250;

/** Finds courses, exams and the like by kind and title, to add them to a list. */
export function SubjectSearch<K extends string>({ kinds, nameOf, label, useFound, isChosen, onAdd }: Props<K>) {
  const t = useT();
  const [kind, setKind] = useState(kinds[0]!);
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const data = useFound(kind, keyword);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <select
          className="select w-full sm:w-40"
          value={kind}
          aria-label={label.kind}
          onChange={({ target }) => setKind(target.value as K)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        <input
          type="search"
          className="input min-w-0 grow"
          value={typed}
          maxLength={100}
          autoComplete="off"
          placeholder={label.search}
          aria-label={label.search}
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
              onClick={() => onAdd(subject)}
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
    </>
  );
}
