import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { askForPasskey, hasPasskeys, type PasskeyProof } from './passkey.ts';

type Props = {
  /** Called before the user is asked. */
  onAsk?: () => void;
  /** Sends what the passkey answered. @throws ApiError */
  onProof: (proof: PasskeyProof) => Promise<void>;
  /** Shows an error. */
  onError: (error: ApiError) => void;
};

/** A button that asks for a passkey; it goes where the browser has none. */
export function PasskeyButton({ onAsk, onProof, onError }: Props) {
  const t = useT();
  // Unknown on the server: rendered all the same, so that nothing moves in most browsers.
  const [isUsable, setUsable] = useState<boolean | null>(null);
  useEffect(() => setUsable(hasPasskeys()), []);
  const ask = useAction(async () => {
    onAsk?.();
    try {
      const proof = await askForPasskey();
      if (proof) await onProof(proof);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onError(error);
    }
  });
  if (isUsable === false) return null;
  return (
    <button
      type="button"
      className="btn"
      disabled={!isUsable}
      aria-disabled={ask.isPending}
      onClick={() => void ask.run()}
    >
      <Icon name="key" className="size-5" />
      {t('account:passkey.use')}
    </button>
  );
}
