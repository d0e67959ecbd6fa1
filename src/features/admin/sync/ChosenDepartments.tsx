import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { type ContactProvider, DEPARTMENT_RULES, MAX_CHOSEN } from '#src/contract/rules/contact-sync.ts';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, SelectField } from '../kit/fields.tsx';
import { NamedField } from '../people/pickers.tsx';
import { type Chosen, SOURCE_DEPARTMENTS } from './sync-list.ts';

type Props = {
  provider: ContactProvider;
  /** The connection is saved: the provider can be asked. */
  canChoose: boolean;
  value: Chosen[];
  error: string | undefined;
  onChange: (value: Chosen[]) => void;
};

/** The chosen departments of a provider, and what each becomes in the portal. */
export function ChosenDepartments({ provider, canChoose, value, error, onChange }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const change = (id: string, to: Partial<Chosen>) =>
    onChange(value.map((each) => (each.id === id ? { ...each, ...to } : each)));
  const nameOf = ({ id, name }: Pick<Chosen, 'id' | 'name'>) => name || t('people:sync.unnamed', { id });
  return (
    <FieldGroup label={t('people:sync.departments')} hint={t('people:sync.departmentsHint')} error={error}>
      <ul className="flex flex-col gap-3">
        {value.map((each) => (
          <li key={each.id} className="flex flex-col gap-3 rounded-box border border-base-300 p-3">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-medium break-words">{nameOf(each)}</span>
              <button
                type="button"
                className="btn btn-square btn-ghost btn-sm"
                aria-label={t('people:sync.removeDepartment', { name: nameOf(each) })}
                onClick={() => onChange(value.filter(({ id }) => id !== each.id))}
              >
                <Icon name="close" className="size-4" />
              </button>
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField
                label={t('people:sync.rule')}
                value={each.rule}
                options={DEPARTMENT_RULES.map((rule) => ({ value: rule, label: t(`people:sync.rules.${rule}`) }))}
                onChange={(rule) => change(each.id, { rule })}
              />
              <NamedField
                what="department"
                label={t('people:sync.target')}
                placeholder={t('people:sync.top')}
                value={each.targetId === null ? null : { id: each.targetId, name: each.targetPath ?? '' }}
                onChange={(chosen) =>
                  change(each.id, { targetId: chosen?.id ?? null, targetPath: chosen?.name ?? null })
                }
              />
            </div>
          </li>
        ))}
      </ul>
      {value.length === 0 && <p className="text-sm text-muted">{t('people:sync.noDepartments')}</p>}
      <button type="button" className="btn mt-3 btn-sm" disabled={!canChoose} onClick={() => setOpen(true)}>
        <Icon name="plus" className="size-4" />
        {t('people:sync.addDepartment')}
      </button>
      {!canChoose && <p className="mt-1.5 text-sm text-muted">{t('people:sync.saveFirst')}</p>}
      {isOpen && (
        <ActionDialog
          title={t('people:sync.chooseTitle', { provider: t(`people:sync.provider.${provider}`) })}
          onClose={() => setOpen(false)}
        >
          <div className="min-h-0 overflow-y-auto">
            <Below
              {...{ provider, nameOf }}
              parentId={null}
              chosen={new Set(value.map(({ id }) => id))}
              isFull={value.length >= MAX_CHOSEN}
              onChoose={({ id, name }) =>
                onChange([...value, { id, name, rule: 'below', targetId: null, targetPath: null }])
              }
            />
          </div>
        </ActionDialog>
      )}
    </FieldGroup>
  );
}

type BelowProps = {
  provider: ContactProvider;
  parentId: string | null;
  chosen: ReadonlySet<string>;
  isFull: boolean;
  nameOf: (department: { id: string; name: string }) => string;
  onChoose: (department: { id: string; name: string }) => void;
};

/** The departments below one, read from the provider when it is opened. */
function Below({ parentId, ...props }: BelowProps) {
  const t = useT();
  const { provider, chosen, isFull, nameOf, onChoose } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const departments = useCall(SOURCE_DEPARTMENTS, { provider, parentId });
  const turn = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <LoadState query={departments} lines={2}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="py-2 text-sm text-muted">{t('people:sync.noneBelow')}</p>
        ) : (
          <ul className="flex flex-col">
            {list.map((each) => (
              <li key={each.id}>
                <div className="flex items-center gap-2 py-1">
                  <button
                    type="button"
                    className={`btn btn-square btn-ghost btn-sm ${each.hasChildren ? '' : 'invisible'}`}
                    aria-expanded={open.has(each.id)}
                    aria-label={t('people:sync.openDepartment', { name: nameOf(each) })}
                    onClick={() => turn(each.id)}
                  >
                    <Icon name="chevron-right" className={`size-4 ${open.has(each.id) ? 'rotate-90' : ''}`} />
                  </button>
                  <span className="min-w-0 grow break-words">{nameOf(each)}</span>
                  <button
                    type="button"
                    className="btn btn-sm"
                    disabled={chosen.has(each.id) || isFull}
                    aria-label={t('people:sync.chooseNamed', { name: nameOf(each) })}
                    onClick={() => onChoose(each)}
                  >
                    {t(chosen.has(each.id) ? 'people:sync.chosen' : 'people:sync.choose')}
                  </button>
                </div>
                {open.has(each.id) && (
                  <div className="ps-5">
                    <Below {...props} parentId={each.id} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </LoadState>
  );
}
