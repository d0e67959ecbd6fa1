import './people.css';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { Tree } from './Tree.tsx';
import type { TreeNode } from './tree-nodes.ts';

const DEPARTMENTS = 'GET /course/auth/order/department/list';
const PEOPLE = 'POST /course/auth/order/people/page';
export type FoundPerson = Data<typeof PEOPLE>['list'][number];

/** Delay after the last key before searching, ms. */
const PAUSE = 250;
/** Id of the node of all departments; paths are not empty. */
const EVERYBODY = '';

/** Finds active members by their department, from a tree, and by name. `row`: what is shown of each, e.g. a checkbox with `PersonText`. */
export function PeopleBrowser({ row }: { row: (person: FoundPerson) => ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const [department, setDepartment] = useState(EVERYBODY);
  const [name, setName] = useState('');
  const departments = useCall(DEPARTMENTS, {});
  const nodes = useMemo(
    () => [
      { id: EVERYBODY, parentId: null, label: t('admin:people.everybody') },
      ...departmentNodes(departments.data ?? [], new Intl.Collator(locale).compare),
    ],
    [departments.data, locale, t],
  );
  return (
    <div className="grid min-h-0 gap-4 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2">
        <SearchField label={t('admin:people.searchDepartment')} value={name} onChange={setName} />
        <div className="people-departments grow overflow-y-auto rounded-box border border-base-300 p-1">
          <LoadState query={departments}>
            {() => (
              <Tree
                label={t('admin:people.departments')}
                nodes={nodes}
                keyword={name}
                selected={department}
                onSelect={setDepartment}
              />
            )}
          </LoadState>
        </div>
      </div>
      <People key={department} department={department} row={row} />
    </div>
  );
}

type PeopleProps = { department: string; row: (person: FoundPerson) => ReactNode };

/** The members of a department and of those below it. */
function People({ department, row }: PeopleProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState({ keyword: '', page: 1 });
  useEffect(() => {
    const keyword = typed.trim();
    const timer = setTimeout(
      () => setAsked((before) => (before.keyword === keyword ? before : { keyword, page: 1 })),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const { keyword, page } = asked;
  const people = useCall(PEOPLE, {
    ...{ department: department || undefined, keyword: keyword || undefined, pageCurrent: page, pageSize: 20 },
  });
  const turn = (to: number) => setAsked({ keyword, page: to });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SearchField label={t('admin:people.search')} value={typed} onChange={setTyped} />
      <div
        aria-busy={people.isPrevious || undefined}
        className="people-found grow overflow-y-auto rounded-box border border-base-300"
      >
        <LoadState query={people} lines={4}>
          {({ list, totalPage, totalCount }) => (
            <>
              <ul className="divide-y divide-base-300" aria-label={t('admin:people.people')}>
                {list.map((person) => (
                  <li key={person.userId}>{row(person)}</li>
                ))}
              </ul>
              <p role="status" className="p-3 text-center text-sm text-muted empty:hidden">
                {totalCount === 0 && t('admin:people.nobody')}
              </p>
              <Pages pageCurrent={page} totalPage={totalPage} onGo={turn} />
            </>
          )}
        </LoadState>
      </div>
    </div>
  );
}

/** Name of a person, and what tells them from others of that name. */
export function PersonText({ userName, department, post, phone }: FoundPerson) {
  return (
    <span className="min-w-0 break-words">
      {userName}
      <span className="block text-sm text-muted">{[department, post, phone].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

type SearchProps = { label: string; value: string; onChange: (value: string) => void };

function SearchField({ label, value, onChange }: SearchProps) {
  return (
    <input
      type="search"
      className="input w-full"
      value={value}
      maxLength={100}
      autoComplete="off"
      placeholder={label}
      aria-label={label}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        // Enter searches; it does not send the form.
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}

/** Departments as nodes below that of all. Departments above a path are part of it, also if nobody is directly in them. */
function departmentNodes(departments: Data<typeof DEPARTMENTS>, compare: (a: string, b: string) => number): TreeNode[] {
  const nodes = new Map<string, TreeNode>();
  const counts = new Map(departments.map(({ department, memberCount }) => [department, memberCount]));
  for (const { department } of departments) {
    const names = department.split('/');
    for (const [at, label] of names.entries()) {
      const id = names.slice(0, at + 1).join('/');
      const parentId = at === 0 ? EVERYBODY : names.slice(0, at).join('/');
      nodes.set(id, { id, parentId, label, count: counts.get(id) });
    }
  }
  return [...nodes.values()].sort((a, b) => compare(a.label, b.label));
}
