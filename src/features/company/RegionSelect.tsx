import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useCall } from '#src/client/query.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { SelectField } from './SelectField.tsx';

export type Region = Data<'POST /system/api/region/list'>[number];

/** Names of the three selects, from the highest level on. */
export const LEVELS = ['province', 'city', 'county'] as const;

type Props = {
  provinces: Region[];
  /** The regions chosen so far, from the province on. */
  path: Region[];
  /** `byPerson`: false when a draft was restored. */
  onChange: (path: Region[], byPerson: boolean) => void;
  /** Codes of a draft, selected as soon as their level is loaded. */
  kept: readonly string[];
  error: string | undefined;
};

/** Code of the selected region of the lowest level; empty if a level is not selected yet. */
export function regionCode(path: Region[]): string {
  const last = path.at(-1);
  return last && !last.hasChildren ? last.code : '';
}

/**
 * Province, city, county: three selects, each filled when the one above is selected. Native selects work with keyboard,
 * screen readers and phone pickers.
 */
export function RegionSelect({ provinces, path, onChange, kept, error }: Props) {
  const t = useT();
  const errorId = useId();
  const choose = (level: number, region: Region | undefined, byPerson: boolean) =>
    onChange([...path.slice(0, level), ...(region ? [region] : [])], byPerson);
  /** The level with the error: the first without a selection. */
  const missing = Math.min(path.length, LEVELS.length - 1);

  return (
    <fieldset
      name="regionCode"
      tabIndex={-1}
      className="outline-none"
      aria-describedby={error ? errorId : undefined}
      // `useForm` focuses the field of the first error by name, which is this one.
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) (currentTarget.elements.namedItem(LEVELS[missing]!) as HTMLElement).focus();
      }}
    >
      <legend className="mb-1.5 text-sm font-medium">{t('company:region.label')}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {LEVELS.map((name, level) => (
          <Level
            // A level is reset when the one above changes.
            key={`${name} ${path[level - 1]?.code ?? ''}`}
            name={name}
            provinces={level === 0 ? provinces : null}
            parent={path[level - 1]}
            isBelowLowest={level > 0 && path.length > 0 && path.slice(0, level).some((above) => !above.hasChildren)}
            chosen={path[level]}
            kept={kept[level]}
            errorId={error && level === missing ? errorId : undefined}
            onChoose={(region, byPerson) => choose(level, region, byPerson)}
          />
        ))}
      </div>
      {error && <FieldError id={errorId} text={error} className="mt-1.5" />}
    </fieldset>
  );
}

type LevelProps = {
  name: (typeof LEVELS)[number];
  provinces: Region[] | null;
  parent: Region | undefined;
  isBelowLowest: boolean;
  chosen: Region | undefined;
  kept: string | undefined;
  errorId: string | undefined;
  onChoose: (region: Region | undefined, byPerson: boolean) => void;
};

function Level({ provinces, parent, isBelowLowest, ...props }: LevelProps) {
  const t = useT();
  if (provinces) return <Choice {...props} options={provinces} />;
  if (parent?.hasChildren) return <Below {...props} parentCode={parent.code} />;
  return (
    <SelectField
      name={props.name}
      label={t(`company:region.${props.name}`)}
      placeholder={isBelowLowest ? t('company:region.none') : t('company:region.above')}
      options={[]}
      disabled
    />
  );
}

type ChoiceProps = Omit<LevelProps, 'provinces' | 'parent' | 'isBelowLowest'>;

/** A level whose regions are loaded. */
function Below({ parentCode, ...props }: ChoiceProps & { parentCode: string }) {
  const t = useT();
  const { data, error, reload } = useCall('POST /system/api/region/list', { parentCode });
  if (data) return <Choice {...props} options={data} />;
  return (
    <SelectField
      name={props.name}
      label={t(`company:region.${props.name}`)}
      placeholder={error ? t('common:failedToLoad') : t('company:region.loading')}
      options={[]}
      aria-busy={!error}
      disabled
    >
      {error && (
        <button type="button" className="btn btn-sm self-start" onClick={reload}>
          {t('common:retry')}
        </button>
      )}
    </SelectField>
  );
}

/**
 * A level whose regions are loaded. Uncontrolled: a list opened before hydration would lose its highlight each time
 * React writes the value.
 */
function Choice({ name, options, chosen, kept, errorId, onChoose }: ChoiceProps & { options: Region[] }) {
  const t = useT();
  const select = useRef<HTMLSelectElement>(null);
  const find = (code: string | undefined) => options.find((region) => region.code === code);
  const start = useEffectEvent(() => {
    if (!select.current!.value && find(kept)) select.current!.value = kept!;
    // A selection before hydration caused no event here.
    const region = find(select.current!.value);
    if (region && region.code !== chosen?.code) onChoose(region, false);
  });
  useEffect(() => start(), [kept]);
  return (
    <SelectField
      ref={select}
      name={name}
      label={t(`company:region.${name}`)}
      placeholder={t('company:region.choose')}
      options={options.map(({ code, name: label }) => ({ value: code, label }))}
      errorId={errorId}
      required
      onChange={({ target }) => onChoose(find(target.value), true)}
    />
  );
}
