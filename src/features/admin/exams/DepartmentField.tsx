import { useMemo, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { type Department, departmentTree, findDepartments, isWithin, withDepartment } from './department-tree.ts';
import { FieldGroup, type FieldOf } from '../kit/fields.tsx';

type Props = FieldOf<string[]> & {
  /** Paths of all departments. */
  departments: string[];
};

/** Chooses departments from their tree, which can be searched by name. The value is their paths: one contains those below it. */
export function DepartmentField({ value, onChange, departments, ref: _, ...group }: Props) {
  const t = useT();
  const locale = useLocale();
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const tree = useMemo(
    // Also those that have been chosen and have no members any more.
    () => departmentTree([...departments, ...value], new Intl.Collator(locale).compare),
    [departments, value, locale],
  );
  const wanted = keyword.trim();
  const shown = wanted ? findDepartments(tree, wanted) : tree;
  const remove = (path: string) => onChange(value.filter((chosen) => chosen !== path));
  const turn = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  const branch = { value, open, isSearch: wanted !== '', onTurn: turn };
  return (
    <FieldGroup {...group}>
      {value.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2" aria-label={t('exam:admin.departmentsChosen')}>
          {value.map((path) => (
            <li key={path}>
              <button
                type="button"
                className="btn h-auto min-h-8 max-w-full btn-soft py-1 btn-sm"
                aria-label={t('exam:admin.departmentRemove', { name: path })}
                onClick={() => remove(path)}
              >
                <span className="min-w-0 break-words">{path}</span>
                <Icon name="close" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        type="search"
        className="input mb-2 w-full"
        value={keyword}
        maxLength={100}
        autoComplete="off"
        placeholder={t('exam:admin.departmentSearch')}
        aria-label={t('exam:admin.departmentSearch')}
        onChange={({ target }) => setKeyword(target.value)}
        onKeyDown={(event) => {
          // Enter searches; it does not send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className="max-h-72 overflow-y-auto rounded-field border border-base-300 py-1">
        <Branch
          {...branch}
          departments={shown}
          onCheck={(path, isChosen) => (isChosen ? onChange(withDepartment(value, path)) : remove(path))}
        />
        {shown.length === 0 && (
          <p role="status" className="px-3 py-2 text-sm text-muted">
            {t('exam:admin.departmentNone')}
          </p>
        )}
      </div>
    </FieldGroup>
  );
}

type BranchProps = {
  departments: Department[];
  value: string[];
  open: ReadonlySet<string>;
  isSearch: boolean;
  onTurn: (path: string) => void;
  onCheck: (path: string, isChosen: boolean) => void;
};

function Branch({ departments, ...branch }: BranchProps) {
  const { value, open, isSearch, onTurn, onCheck } = branch;
  const t = useT();
  return (
    <ul>
      {departments.map(({ path, name, below }) => {
        const isOpen = isSearch || open.has(path);
        return (
          <li key={path}>
            <div className="flex items-start gap-1 px-2 hover:bg-base-200">
              {below.length > 0 ? (
                <button
                  type="button"
                  className="btn btn-square btn-ghost btn-sm"
                  aria-expanded={isOpen}
                  aria-label={t('exam:admin.departmentOpen', { name })}
                  disabled={isSearch}
                  onClick={() => onTurn(path)}
                >
                  <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-4" />
                </button>
              ) : (
                <span className="size-8 shrink-0" />
              )}
              <label className="flex min-w-0 grow cursor-pointer items-start gap-3 py-1.5 has-[:disabled]:cursor-default">
                <input
                  type="checkbox"
                  className="checkbox mt-0.5 checkbox-sm rounded-sm"
                  checked={isWithin(path, value)}
                  // Part of a chosen department above it.
                  disabled={isWithin(path, value) && !value.includes(path)}
                  onChange={({ target }) => onCheck(path, target.checked)}
                />
                <span className="min-w-0 break-words">{name}</span>
              </label>
            </div>
            {isOpen && below.length > 0 && (
              <div className="ps-5">
                <Branch {...branch} departments={below} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
