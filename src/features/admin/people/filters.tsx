import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';
import type { FilterField } from '../kit/FilterBar.tsx';
import { Picker } from '../kit/Picker.tsx';
import { DepartmentPanel, PersonPanel, PositionPanel } from './pickers.tsx';
import {
  DEPARTMENTS,
  INVITATIONS,
  MISSING,
  type Named,
  type PeopleFilter,
  ROLES,
  type Row,
  STATUSES,
  TYPES,
} from './people-list.ts';

type Props = {
  label: string;
  value: string | undefined;
  /** It is in the panel of further filters, below its label. */
  isMore?: boolean;
  /** Its name, as far as the page knows it. */
  given: string | null;
  onChange: (value: string | undefined) => void;
};
type Panel = (props: { chosen: string | null; onChoose: (chosen: Named) => void }) => React.ReactNode;

/** A filter by something that is chosen in a panel. */
function NamedFilter({ label, value, isMore, given, onChange, panel: Panel }: Props & { panel: Panel }) {
  const t = useT();
  const [known, setKnown] = useState<Named | null>(null);
  const name = known?.id === value ? known?.name : given;
  return (
    <Picker
      isSmall
      label={label}
      chosen={value === undefined ? null : (name ?? t('people:table.chosen'))}
      placeholder={isMore ? t('admin:table.all') : label}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <Panel
          chosen={value ?? null}
          onChoose={(chosen) => {
            close();
            setKnown(chosen);
            onChange(chosen.id);
          }}
        />
      )}
    </Picker>
  );
}

/** The filter by department, whose name is looked up in the tree. */
function DepartmentFilter(props: Omit<Props, 'given'>) {
  const { value } = props;
  return value === undefined ? (
    <NamedFilter {...props} given={null} panel={DepartmentPanel} />
  ) : (
    <KnownDepartment {...props} value={value} />
  );
}

function KnownDepartment(props: Omit<Props, 'given'> & { value: string }) {
  const departments = useCall(DEPARTMENTS, {}).data?.departments;
  const given = departments?.find(({ id }) => id === props.value)?.path ?? null;
  return <NamedFilter {...props} given={given} panel={DepartmentPanel} />;
}

/**
 * Filters of the table of people.
 * @param rows those that are shown: they name the position and the superior that they were found by
 */
export function usePeopleFilters(filter: Partial<PeopleFilter>, rows: readonly Row[]): FilterField[] {
  const t = useT();
  const { positionId, addedBy } = filter;
  const position = rows.find((row) => row.positionId === positionId)?.post ?? null;
  const superior = rows[0]?.superiorName ?? null;
  const label = (name: string) => t(`people:table.${name}`);
  return [
    {
      name: 'status',
      label: label('status'),
      place: 'quick',
      options: STATUSES.map((each) => [each, t(`enum:memberStatus.${each}`)]),
    },
    {
      name: 'departmentId',
      label: label('department'),
      control: (value, onChange) => <DepartmentFilter {...{ value, onChange }} label={label('department')} />,
    },
    {
      name: 'positionId',
      label: label('post'),
      control: (value, onChange) => (
        <NamedFilter {...{ value, onChange }} label={label('post')} given={position} panel={PositionPanel} />
      ),
    },
    {
      name: 'superiorId',
      label: label('superior'),
      place: 'more',
      control: (value, onChange) => (
        <NamedFilter {...{ value, onChange }} isMore label={label('superior')} given={superior} panel={PersonPanel} />
      ),
    },
    {
      name: 'userType',
      label: label('type'),
      place: 'more',
      options: TYPES.map((each) => [each, t(`enum:userType.${each}`)]),
    },
    {
      name: 'role',
      label: label('role'),
      place: 'more',
      options: ROLES.map((each) => [each, t(`organisation:role.name.${each}`)]),
    },
    { name: 'joinedFrom', label: label('joinedFrom'), place: 'more', type: 'day' },
    { name: 'joinedTo', label: label('joinedTo'), place: 'more', type: 'day' },
    {
      name: 'missing',
      label: label('missing'),
      place: 'more',
      options: MISSING.map((each) => [each, t(`people:missing.${each}`)]),
    },
    {
      name: 'invitation',
      label: t('people:invitation.title'),
      place: 'more',
      options: INVITATIONS.map((each) => [each, t(`people:invitation.state.${each}`)]),
    },
    // Only a link of an import leads to it.
    ...(addedBy === undefined
      ? []
      : [
          {
            name: 'addedBy' as const,
            label: label('addedBy'),
            options: [[addedBy, label('ofImport')]] as [string, string][],
          },
        ]),
  ];
}
