import { useId } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Row = Data<'POST /exam/auth/question/import/view'>['rows']['list'][number];
type Props = { row: Row; replaces: boolean; onChoose: (replace: boolean) => void };

/** A row of the report of an import. A question that is changed, or may be, has the old one beside it. */
export function ImportRow({ row, replaces, onChoose }: Props) {
  const t = useT();
  const { kind, place, stem, reason, old, step } = row;
  return (
    <li className="p-3 text-sm">
      <span className={`badge badge-soft badge-sm ${TONES[kind]}`}>{t(`bank:import.kind.${kind}`)}</span>{' '}
      <span className="wrap-anywhere text-muted">{place}</span>
      {old ? (
        <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <div>
            <dt className="text-xs text-muted">{t('bank:import.inFile')}</dt>
            <dd className="line-clamp-3 break-words">{stem}</dd>
          </div>
          <div>
            <dt className="text-xs wrap-anywhere text-muted">{t('bank:import.inBank', { code: old.code })}</dt>
            <dd className="line-clamp-3 break-words">{old.stem}</dd>
          </div>
        </dl>
      ) : (
        stem && <p className="mt-1 line-clamp-2 break-words">{stem}</p>
      )}
      {reason && <p className="mt-1 break-words">{reason}</p>}
      {step !== null && <NewOrReplace chosen={replaces} onChoose={onChoose} label={place} />}
    </li>
  );
}

type ChoiceProps = {
  /** Null: some are one, some the other. */
  chosen: boolean | null;
  onChoose: (replace: boolean) => void;
  label: string;
  isForAll?: boolean;
};

/** Whether a question of a file is a new one or replaces the similar one of the bank. */
export function NewOrReplace({ chosen, onChoose, label, isForAll = false }: ChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2" role="radiogroup" aria-label={label}>
      {[false, true].map((replace) => (
        <label key={String(replace)} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            className="radio radio-sm"
            checked={chosen === replace}
            onChange={() => onChoose(replace)}
          />
          {t(TEXTS[isForAll ? 'all' : 'one'][replace ? 'replace' : 'add'])}
        </label>
      ))}
    </div>
  );
}

const TEXTS = {
  all: { add: 'bank:import.allNew', replace: 'bank:import.allReplace' },
  one: { add: 'bank:import.asNew', replace: 'bank:import.asReplace' },
} as const;

const TONES = {
  ...{ similar: 'badge-warning', add: 'badge-success', change: 'badge-info', unchanged: '' },
  ...{ skip: 'badge-error', loss: 'badge-warning' },
};
