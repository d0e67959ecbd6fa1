import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../../kit/Confirm.tsx';
import { FieldGroup, TextField } from '../../kit/fields.tsx';
import type { Preview, Target } from './targets.ts';

type Props = {
  /** The exam of the page first. */
  targets: Target[];
  /** @param failed what was not regraded, and why */
  onApplied: (failed: string[]) => void;
  /** The results of the first exam have changed since the preview: nothing was regraded. */
  onChanged: () => void;
};

/** The reason of previewed regrades, whether passes can be lost, and the button that applies them. */
export function ApplyForm({ targets, onApplied, onChanged }: Props) {
  const t = useT();
  const name = useId();
  const [asking, setAsking] = useState(false);
  const sum = (of: (preview: Preview) => number) => targets.reduce((total, { preview }) => total + of(preview), 0);
  const lostCount = sum((preview) => preview.lostCount + preview.certificateLostCount);
  const attemptCount = sum((preview) => preview.attemptCount);
  const [keeps, setKeeps] = useState<boolean | null>(null);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const apply = async () => {
    const [first, ...others] = targets as [Target, ...Target[]];
    const refused = await save(first);
    if (refused) {
      setErrors(refused.fields);
      setAlert(refused.message);
      if (refused.code === 409) onChanged();
      return;
    }
    const failed: string[] = [];
    for (const target of others) {
      const error = await save(target);
      if (error) failed.push(t('marking:regrade.notApplied', { title: target.title, message: error.message }));
    }
    notify(t('marking:regrade.applied'), 'success');
    onApplied(failed);
  };
  const save = async ({ regrade, preview: { fingerprint } }: Target): Promise<ApiError | null> => {
    try {
      const input = { ...regrade, fingerprint, reason, keepPasses: keeps ?? false };
      await api('POST /exam/auth/exam/regrade/save', input, { isShowErrTip: false });
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };
  const ask = () => {
    const missing = {
      ...(lostCount > 0 && keeps === null && { keepPasses: t('marking:regrade.choose') }),
      ...(reason.trim() === '' && { reason: t('marking:regrade.reasonRequired') }),
    };
    setErrors(missing);
    setAlert('');
    if (Object.keys(missing).length === 0) setAsking(true);
  };
  return (
    <div className="flex flex-col gap-4 border-t border-base-300 pt-5">
      {lostCount > 0 && (
        <FieldGroup
          label={t('marking:regrade.keepTitle', { count: lostCount })}
          error={errors['keepPasses']}
          className="flex flex-col gap-2"
        >
          {([true, false] as const).map((value) => (
            <label key={String(value)} className="flex items-start gap-3">
              <input
                type="radio"
                className="radio mt-0.5 radio-sm radio-primary"
                name={name}
                checked={keeps === value}
                onChange={() => setKeeps(value)}
              />
              {t(value ? 'marking:regrade.keep' : 'marking:regrade.lose')}
            </label>
          ))}
        </FieldGroup>
      )}
      <TextField
        label={t('marking:regrade.reason')}
        hint={t('marking:regrade.reasonHint')}
        rows={3}
        maxLength={500}
        value={reason}
        error={errors['reason']}
        onChange={setReason}
      />
      <FormAlert text={alert} />
      <button type="button" className="btn self-start btn-primary" onClick={ask}>
        {t('marking:regrade.apply')}
      </button>
      {asking && (
        <Confirm
          title={t('marking:regrade.confirmTitle')}
          consequences={[
            t('marking:regrade.confirm', { count: attemptCount }),
            ...(lostCount > 0 && !keeps ? [t('marking:regrade.loseCount', { count: lostCount })] : []),
          ]}
          action={t('marking:regrade.applyNow')}
          onConfirm={apply}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
