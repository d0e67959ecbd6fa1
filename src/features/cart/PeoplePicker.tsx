import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

export type Member = { userId: string; userName: string; department: string | null };
export type Departments = Data<'GET /course/auth/order/department/list'>;
type Found = Data<'POST /course/auth/order/people/page'>;

type Props = {
  courseId: string;
  title: string;
  /** Maximum number of selected people. */
  seats: number;
  chosen: Member[];
  departments: Departments;
  onDone: (people: Member[]) => void;
  onClose: () => void;
};
/** Delay after the last key before searching, ms. */
const PAUSE = 250;
const MOST_PER_PAGE = 100;

/** Selects people for the seats of a course, by name, department, post or phone, or whole departments. */
export function PeoplePicker({ courseId, title, seats, chosen, departments, onDone, onClose }: Props) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [people, setPeople] = useState<ReadonlyMap<string, Member>>(
    () => new Map(chosen.map((one) => [one.userId, one])),
  );
  const [keyword, setKeyword] = useState('');
  const [department, setDepartment] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const free = seats - people.size;

  useEffect(() => dialog.current?.showModal(), []);
  const look = useCallback(
    (pageCurrent: number, pageSize = 20) =>
      api('POST /course/auth/order/people/page', {
        courseId,
        pageCurrent,
        pageSize,
        keyword: keyword || undefined,
        department: department || undefined,
      }),
    [courseId, keyword, department],
  );
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      () =>
        void look(1).then(
          (page) => current && setFound(page),
          () => undefined,
        ),
      PAUSE,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [look]);

  const toggle = (one: Member) =>
    setPeople((before) => {
      const after = new Map(before);
      if (!after.delete(one.userId) && after.size < seats) after.set(one.userId, one);
      return after;
    });
  const more = async () => {
    const page = await look(found!.pageCurrent + 1);
    setFound({ ...page, list: [...found!.list, ...page.list] });
  };
  /** Selects all search results, up to the number of seats. */
  const chooseAll = async () => {
    const all: Member[] = [];
    for (let page = 1; all.length < free; page++) {
      const { list, totalPage } = await look(page, MOST_PER_PAGE);
      all.push(...list.filter(({ userId, hasSeat }) => !hasSeat && !people.has(userId)));
      if (page >= totalPage) break;
    }
    setPeople((before) => new Map([...before, ...all.slice(0, free).map((one) => [one.userId, one] as const)]));
  };

  return (
    <dialog ref={dialog} className="modal" aria-labelledby="picker-title" onClose={onClose}>
      <div className="modal-box flex max-h-[90dvh] max-w-2xl flex-col gap-4">
        <div>
          <h2 id="picker-title" className="text-lg font-semibold">
            {t('order:picker.title')}
          </h2>
          <p className="text-sm break-words text-muted">{title}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <input
            type="search"
            value={keyword}
            maxLength={100}
            onChange={(event) => setKeyword(event.target.value)}
            placeholder={t('order:picker.keyword')}
            aria-label={t('order:picker.keyword')}
            className="input grow"
          />
          <select
            value={department}
            onChange={(event) => setDepartment(event.target.value)}
            aria-label={t('order:picker.department')}
            className="select w-full sm:w-auto"
          >
            <option value="">{t('order:picker.allDepartments')}</option>
            {departments.map((one) => (
              <option key={one.department} value={one.department}>
                {`${one.department} (${one.memberCount})`}
              </option>
            ))}
          </select>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('order:picker.chosenOf', { chosen: people.size, seats })}
          </p>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={free <= 0 || !found?.list.length}
            onClick={() => void chooseAll().catch(() => undefined)}
          >
            {t('order:picker.chooseAll')}
          </button>
        </div>
        <ul className="min-h-40 grow divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300">
          {found?.list.map((one) => (
            <li key={one.userId}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200 has-[:disabled]:cursor-default">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm rounded-sm"
                  checked={people.has(one.userId)}
                  disabled={one.hasSeat || (free <= 0 && !people.has(one.userId))}
                  onChange={() => toggle({ userId: one.userId, userName: one.userName, department: one.department })}
                />
                <span className="min-w-0 grow">
                  <span className="block break-words">{one.userName}</span>
                  <span className="block text-sm text-muted">
                    {[one.department, one.post, one.phone].filter(Boolean).join(' · ')}
                  </span>
                </span>
                {one.hasSeat && <span className="badge badge-sm badge-soft">{t('order:picker.hasSeat')}</span>}
              </label>
            </li>
          ))}
          {found && found.pageCurrent < found.totalPage && (
            <li className="p-2 text-center">
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => void more().catch(() => undefined)}>
                {t('order:picker.more')}
              </button>
            </li>
          )}
          {found?.list.length === 0 && (
            <li className="p-6 text-center text-sm text-muted">{t('order:picker.nobody')}</li>
          )}
        </ul>
        <div className="modal-action mt-0">
          <button type="button" className="btn btn-ghost" onClick={() => dialog.current?.close()}>
            {t('common:cancel')}
          </button>
          <button type="button" className="btn btn-primary" onClick={() => onDone([...people.values()])}>
            {t('order:picker.done')}
          </button>
        </div>
      </div>
    </dialog>
  );
}
