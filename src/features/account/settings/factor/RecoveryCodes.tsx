import { useEffect, useRef } from 'react';
import { notify } from '#src/client/notify.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = { codes: string[]; onDone: () => void };

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify(t('account:factor.copied'), 'success');
    } catch {
      notify(t('account:factor.notCopied'), 'error');
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <h4 ref={heading} tabIndex={-1} className="font-medium outline-none">
        {t('account:factor.codesTitle')}
      </h4>
      <p className="text-sm text-muted">{t('account:factor.codesHint')}</p>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-field bg-base-200 p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={onDone}>
          {t('account:factor.kept')}
        </button>
        <button type="button" className="btn" onClick={() => void copy()}>
          {t('account:factor.copy')}
        </button>
      </div>
    </div>
  );
}
