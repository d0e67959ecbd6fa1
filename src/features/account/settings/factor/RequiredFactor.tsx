import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { PasskeyButton } from '#src/features/login/PasskeyButton.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { AddPasskey } from './PasskeyForm.tsx';
import { ProveForm } from './ProveForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetUp } from './TotpSetUp.tsx';

const VIEW = 'GET /user/auth/user/info/factor/view';
const PROVE = 'POST /user/auth/user/info/factor/prove';
const WAYS: { way: 'totp' | 'passkey'; icon: IconName }[] = [
  { way: 'totp', icon: 'phone' },
  { way: 'passkey', icon: 'key' },
];

type Props = {
  /** Path to continue to, validated by `safePath`. */
  target: string;
  /** Address of this page without a chosen way. */
  here: string;
  way: 'totp' | 'passkey' | null;
};

/** Sets up the second factor that the enterprise requires, or asks for the one that there is, and then goes on. */
export default island<Props & { given: Given }>(function RequiredFactor({ given, ...props }) {
  return (
    <GivenContext value={given}>
      <Steps {...props} />
    </GivenContext>
  );
});

function Steps(props: Props) {
  const query = useCall(VIEW, {});
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run: goOn } = useAction(() => leavePage({ path: props.target, replace: true }));
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void goOn()} />;
  return (
    <LoadState query={query} lines={4}>
      {(view) => <Step {...props} view={view} goOn={() => void goOn()} onCodes={setCodes} />}
    </LoadState>
  );
}

type StepProps = Props & { view: Data<typeof VIEW>; goOn: () => void; onCodes: (codes: string[]) => void };

function Step({ target, here, way, view, goOn, onCodes }: StepProps) {
  const t = useT();
  const { run: onProven } = useAction(async () => {
    const { duty } = await api(VIEW);
    if (duty === null) goOn();
    else invalidate(VIEW);
  });
  if (view.duty === null)
    return (
      <a href={target} className="btn btn-primary btn-lg text-base">
        {t('account:factor.goOn')}
      </a>
    );
  if (!view.proven) return <ProveForm {...view} onProven={() => void onProven()} />;
  if (way === 'totp') return <TotpSetUp here={here} onDone={onCodes} />;
  if (way === 'passkey') return <AddPasskey here={here} onAdded={goOn} />;
  return (
    <div className="flex flex-col gap-4">
      {view.proofs.includes('passkey') && (
        <PasskeyButton
          onProof={async (proof) => {
            await api(PROVE, { way: 'passkey', proof }, { isShowErrTip: false });
            await onProven();
          }}
          onError={({ message }) => notify(message || t('account:login.unreachable'), 'error')}
        />
      )}
      {WAYS.map(({ way: each, icon }) => (
        <a
          key={each}
          href={`${here}&way=${each}`}
          className="flex items-center gap-4 rounded-box border border-base-300 p-4 transition-colors hover:border-primary"
        >
          <Icon name={icon} className="size-6 text-primary" />
          <span className="min-w-0">
            <span className="block font-medium">{t(`account:duty.way.${each}`)}</span>
            <span className="block text-sm text-muted">{t(`account:duty.wayHint.${each}`)}</span>
          </span>
        </a>
      ))}
    </div>
  );
}
