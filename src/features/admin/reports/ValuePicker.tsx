import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Entity } from '#src/contract/rules/report.ts';
import { useT } from '#src/i18n/island.tsx';
import { Picker, PickerOptions, PickerSearch, useTyped } from '../kit/Picker.tsx';

const VALUES = 'POST /report/auth/report/value/list';

/** The call that names the things that are chosen. */
export const namesOf = (entity: Entity, ids: string[]) => [VALUES, { entity, ids }] as const;

type Props = {
  entity: Entity;
  /** What the field is called. */
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  isSmall?: boolean;
};

/** Chooses a thing by name: a department, a course, … */
export function ValuePicker({ entity, label, value, onChange, isSmall }: Props) {
  return value ? (
    <Chosen {...{ entity, label, value, onChange, isSmall }} />
  ) : (
    <ThingPicker {...{ entity, label, onChange, isSmall }} chosen={null} />
  );
}

function Chosen({ value, ...props }: Props & { value: string }) {
  const { data } = useCall(...namesOf(props.entity, [value]));
  return <ThingPicker {...props} chosen={data?.[0]?.name ?? '…'} />;
}

type ThingProps = Omit<Props, 'value'> & { chosen: string | null };

function ThingPicker({ entity, label, chosen, onChange, isSmall }: ThingProps) {
  return (
    <Picker label={label} chosen={chosen} placeholder={label} isSmall={isSmall} onClear={() => onChange(undefined)}>
      {(close) => (
        <ThingPanel
          {...{ entity, label }}
          onChoose={(thing) => {
            close();
            onChange(thing);
          }}
        />
      )}
    </Picker>
  );
}

type PanelProps = { entity: Entity; label: string; onChoose: (thing: string) => void };

/** What a search by name has found. */
export function ThingPanel({ entity, label, onChoose }: PanelProps) {
  const t = useT();
  const { typed, setTyped, keyword = '' } = useTyped();
  const found = useCall(VALUES, { entity, keyword });
  return (
    <>
      <PickerSearch label={t('reports:search', { name: label })} value={typed} onChange={setTyped} />
      <div>
        <LoadState query={found}>
          {(list) => (
            <PickerOptions
              label={label}
              options={list.map(({ id, name, hint }) => ({ id, name, hint: hint ?? undefined }))}
              none={t('reports:noValue')}
              onChoose={({ id }) => onChoose(id)}
            />
          )}
        </LoadState>
      </div>
    </>
  );
}
