import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Input } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';

type Props = {
  input: Input<'POST /exam/auth/user/practice/start'>;
  label: string;
  /** What is started, if the label does not say it. */
  name?: string;
  look?: string;
};

/** Starts a practice and opens it. */
export function StartButton({ input, label, name, look = 'btn-primary btn-sm', locale }: Props & { locale: Locale }) {
  const t = useT();
  // Disabled until hydrated, because an early click would be lost.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const start = useAction(async () => {
    const { id } = await api('POST /exam/auth/user/practice/start', input);
    location.assign(href(locale, `/test/practice/${id}`));
  });
  return (
    <button
      type="button"
      className={`btn ${look}`}
      disabled={!ready || start.isPending}
      onClick={() => void start.run()}
    >
      {start.isPending ? t('practice:choose.starting') : label}
      {name && <span className="sr-only">{name}</span>}
    </button>
  );
}

export default island(StartButton);
