import { useEffect, useId, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

export type Person = { userId: string; userName: string };
type Found = (Person & { department: string | null; post?: string | null; phone?: string | null })[];
export type Search = (keyword: string) => Promise<Found>;

type Props = {
  chosen: Person | null;
  onChoose: (person: Person | null) => void;
  placeholder: string;
  search?: Search;
  /** What `search` finds a person by. Default: that of all members. */
  hint?: string;
};

/** Delay after the last key before searching, ms. */
const PAUSE = 250;
const MOST = 8;

/** Active members of the enterprise, for administrators and organisation accounts. */
const allMembers: Search = async (keyword) =>
  (await api('POST /course/auth/order/people/page', { keyword, pageSize: MOST })).list;

/** Selects one person; all members are found by name, department, post or phone. */
export function PersonField({ chosen, onChoose, placeholder, search = allMembers, hint }: Props) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const [keyword, setKeyword] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const wasChosen = useRef(chosen !== null);

  useEffect(() => {
    if (!keyword.trim()) return setFound(null);
    let current = true;
    const look = () =>
      void search(keyword).then(
        (list) => current && setFound(list),
        () => undefined,
      );
    const timer = setTimeout(look, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [keyword, search]);

  // The focused element was replaced.
  useEffect(() => {
    if (wasChosen.current !== (chosen !== null)) (chosen ? remove : input).current?.focus();
    wasChosen.current = chosen !== null;
  }, [chosen]);

  if (chosen)
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">{t('export:people.person')}</p>
        <p className="flex min-h-10 items-center gap-2">
          <span className="min-w-0 break-words">{chosen.userName}</span>
          <button
            ref={remove}
            type="button"
            className="btn btn-ghost btn-sm btn-square"
            aria-label={t('export:people.remove', { name: chosen.userName })}
            onClick={() => onChoose(null)}
          >
            <Icon name="close" className="size-4" />
          </button>
        </p>
      </div>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t('export:people.person')}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        value={keyword}
        maxLength={100}
        autoComplete="off"
        placeholder={placeholder}
        disabled={!hydrated}
        aria-describedby={`${id}-hint`}
        className="input w-full"
        onChange={(event) => setKeyword(event.target.value)}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint ?? t('export:people.personHint')}
      </p>
      <div role="status">
        {found?.length === 0 && <p className="text-sm text-muted">{t('export:people.nobody')}</p>}
      </div>
      {found && found.length > 0 && (
        <ul
          aria-label={t('export:people.found')}
          className="divide-y divide-base-300 overflow-hidden rounded-box border border-base-300"
        >
          {found.map(({ userId, userName, department, post, phone }) => (
            <li key={userId}>
              <button
                type="button"
                className="w-full px-3 py-2 text-start hover:bg-base-200"
                onClick={() => {
                  setKeyword('');
                  onChoose({ userId, userName });
                }}
              >
                <span className="block break-words">{userName}</span>
                <span className="block text-sm text-muted">
                  {[department, post, phone].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
