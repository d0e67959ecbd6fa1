import { useEffect, useRef, useState } from 'react';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { Planned } from './DepartmentChange.tsx';
import { type Department, nameIn } from './department-list.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { planOf } from './plan-of.ts';

type Props = {
  department: Department | undefined;
  departments: readonly Department[];
  canChange: boolean;
  isOther: boolean;
  onAdd: (parent: Department) => void;
  onEdit: (department: Department) => void;
  onChange: (planned: Planned) => void;
  onReopen: (department: Department) => Promise<void>;
};

/** What is known about the selected department, and what can be done with it. */
export function DepartmentPanel({ department, ...props }: Props) {
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  const id = department?.id;
  // On a phone it is below the tree.
  useEffect(() => {
    if (id) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return (
    <section ref={panel} className="departments-panel" aria-live="polite">
      {department ? (
        <Selected key={department.id} department={department} {...props} />
      ) : (
        <p className="text-muted">{t('organisation:department.choose')}</p>
      )}
    </section>
  );
}

function Selected({ department, departments, canChange, isOther, ...props }: Props & { department: Department }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [isMerging, setMerging] = useState(false);
  const close = useAction(async () => {
    const planned = await planOf({ kind: 'close', id: department.id });
    if (planned) props.onChange(planned);
  });
  const reopen = useAction(() => props.onReopen(department));
  const { path, code, headName, memberCount, totalCount, closedAt, otherName } = department;
  return (
    <>
      <header>
        <h2 className="text-xl font-semibold break-words">{nameIn(department, isOther)}</h2>
        <p className="text-sm break-words text-muted">{path.replaceAll('/', ' / ')}</p>
      </header>
      <dl className="departments-facts">
        <dt>{t('organisation:department.head')}</dt>
        <dd>{headName ?? t('organisation:none')}</dd>
        <dt>{t('organisation:code')}</dt>
        <dd>{code ?? t('organisation:none')}</dd>
        <dt>{t('organisation:otherName')}</dt>
        <dd>{otherName ?? t('organisation:none')}</dd>
        <dt>{t('organisation:department.members')}</dt>
        <dd>
          <a className="link" href={href(locale, `/admin/people?departmentId=${department.id}&status=active`)}>
            {t('organisation:department.people', { count: totalCount })}
          </a>
          {totalCount !== memberCount && (
            <span className="block text-sm text-muted">
              {t('organisation:department.direct', { count: memberCount })}
            </span>
          )}
        </dd>
      </dl>
      {canChange && closedAt && department.canChange && (
        <button
          type="button"
          className="btn self-start"
          aria-disabled={reopen.isPending}
          onClick={() => void reopen.run()}
        >
          {t('organisation:reopen')}
        </button>
      )}
      {canChange && !closedAt && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => props.onAdd(department)}>
            {t('organisation:department.addBelow')}
          </button>
          {department.canChange && (
            <>
              <button
                type="button"
                className="btn btn-sm"
                disabled={!hydrated}
                onClick={() => props.onEdit(department)}
              >
                {t('organisation:edit')}
              </button>
              <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setMerging(true)}>
                {t('organisation:merge')}
              </button>
              <button
                type="button"
                className="btn btn-sm btn-outline btn-error"
                disabled={!hydrated}
                onClick={() => void close.run()}
              >
                {t('organisation:close')}
              </button>
            </>
          )}
        </div>
      )}
      {isMerging && (
        <MergeDialog
          department={department}
          departments={departments}
          onPlanned={(planned) => {
            setMerging(false);
            props.onChange(planned);
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  );
}
