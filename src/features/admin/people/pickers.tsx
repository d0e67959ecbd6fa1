import { type Ref, useMemo, useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { Labelled } from '#src/components/Labelled.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { FieldOf } from '../kit/fields.tsx';
import { bound } from '../kit/form-fields.tsx';
import { Picker, PickerOptions, PickerSearch, useTyped } from '../kit/Picker.tsx';
import { Tree } from '../kit/Tree.tsx';
import { DEPARTMENTS, type Named, PAGE } from './people-list.ts';

const POSITIONS = 'POST /user/auth/organisation/position/page';
/** Results of a search that are shown. */
const MOST = 20;

type PanelProps = { onChoose: (chosen: Named) => void };

/** The tree of departments, with a search by name. `chosen`: id of the one that is chosen. */
export function DepartmentPanel({ chosen, onChoose }: PanelProps & { chosen: string | null }) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const departments = useCall(DEPARTMENTS, {});
  const nodes = useMemo(
    () => (departments.data?.departments ?? []).map(({ id, parentId, name }) => ({ id, parentId, label: name })),
    [departments.data],
  );
  return (
    <>
      <PickerSearch label={t('people:pick.department')} value={keyword} onChange={setKeyword} />
      <div>
        <LoadState query={departments}>
          {(data) => (
            <Tree
              label={t('people:pick.departments')}
              nodes={nodes}
              keyword={keyword}
              selected={chosen}
              onSelect={(id) => onChoose({ id, name: data.departments.find((each) => each.id === id)!.path })}
            />
          )}
        </LoadState>
      </div>
    </>
  );
}

/** Open positions, found by name. */
export function PositionPanel({ onChoose }: PanelProps) {
  const t = useT();
  const { typed, setTyped, keyword } = useTyped();
  const positions = useCall(POSITIONS, { keyword, state: 'open', pageSize: MOST });
  return (
    <>
      <PickerSearch label={t('people:pick.position')} value={typed} onChange={setTyped} />
      <div>
        <LoadState query={positions}>
          {({ list }) => (
            <PickerOptions
              label={t('people:pick.positions')}
              options={list}
              none={t('people:pick.noPosition')}
              onChoose={({ id, name }) => onChoose({ id, name })}
            />
          )}
        </LoadState>
      </div>
    </>
  );
}

/** Active members whom the viewer may see, found by name, employee number or phone number. */
export function PersonPanel({ onChoose }: PanelProps) {
  const t = useT();
  const { typed, setTyped, keyword } = useTyped();
  const people = useCall(PAGE, { keyword, status: 'active', pageSize: MOST });
  return (
    <>
      <PickerSearch label={t('people:pick.person')} value={typed} onChange={setTyped} />
      <div>
        <LoadState query={people}>
          {({ list }) => (
            <PickerOptions
              label={t('people:pick.people')}
              options={list.map(({ userId, userName, employeeNo, department, post }) => ({
                id: userId,
                name: userName,
                hint: [employeeNo, department, post].filter(Boolean).join(' · '),
              }))}
              none={t('people:pick.noPerson')}
              onChoose={({ id, name }) => onChoose({ id, name })}
            />
          )}
        </LoadState>
      </div>
    </>
  );
}

type FieldProps = FieldOf<Named | null> & { what: 'department' | 'position' | 'person'; placeholder?: string };

/** A field whose value is chosen from departments, positions or people. */
export function NamedField({ what, value, onChange, name, ref, placeholder, ...label }: FieldProps) {
  const t = useT();
  return (
    <Labelled {...label}>
      {({ id, ...about }) => (
        <Picker
          {...{ id, name, about }}
          ref={ref as Ref<never>}
          label={label.label}
          chosen={value?.name ?? null}
          placeholder={placeholder ?? t('people:pick.none')}
          onClear={() => onChange(null)}
        >
          {(close) => {
            const choose = (chosen: Named) => {
              close();
              onChange(chosen);
            };
            if (what === 'department') return <DepartmentPanel chosen={value?.id ?? null} onChoose={choose} />;
            return what === 'position' ? <PositionPanel onChoose={choose} /> : <PersonPanel onChoose={choose} />;
          }}
        </Picker>
      )}
    </Labelled>
  );
}

export const NamedFormField = bound(NamedField);
