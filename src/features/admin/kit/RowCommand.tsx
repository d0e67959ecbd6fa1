import { useHydrated } from '#src/client/use-live.ts';

type Props = {
  label: string;
  /** Of the row, for screen readers. */
  name: string;
  isDanger?: boolean;
  onRun: () => void;
};

/** A command in a row of a table. */
export function RowCommand({ label, name, isDanger = false, onRun }: Props) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm ${isDanger ? 'text-error' : ''}`}
      disabled={!hydrated}
      onClick={onRun}
    >
      {label}
      <span className="sr-only">{name}</span>
    </button>
  );
}
