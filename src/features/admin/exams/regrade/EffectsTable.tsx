import '#src/components/table-scroll.css';
import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Regrade } from './targets.ts';

const EFFECTS = 'POST /exam/auth/exam/regrade/effects';
const KINDS = ['hours', 'credits', 'points'] as const;
const OUTCOMES = ['keep', 'lose'] as const;
type Effects = Data<typeof EFFECTS>;

/** Rewards that a regrade would grant and withdraw, with and without lost passes. They take longer than the rest of a preview. */
export function EffectsTable({ regrade }: { regrade: Regrade }) {
  const t = useT();
  const [effects, setEffects] = useState<Effects | null>(null);
  const [failed, setFailed] = useState('');
  const asked = JSON.stringify(regrade);
  useEffect(() => {
    let isCurrent = true;
    setEffects(null);
    setFailed('');
    api(EFFECTS, JSON.parse(asked) as Regrade, { isShowErrTip: false }).then(
      (data) => isCurrent && setEffects(data),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (isCurrent) setFailed(error.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  const change = ({ posted, reversed }: { posted: number; reversed: number }) =>
    [posted > 0 && `+${posted}`, reversed > 0 && `−${reversed}`].filter(Boolean).join(' / ') || '0';
  const certificates = ({ certificatesIssued, certificatesRevoked }: Effects['keep']) =>
    change({ posted: certificatesIssued, reversed: certificatesRevoked });
  if (effects === null)
    return (
      <p role="status" className={failed ? 'text-sm text-error' : 'text-sm text-muted'}>
        {failed || t('marking:regrade.effectsPending')}
      </p>
    );
  return (
    <div className="table-scroll">
      <table className="table table-sm">
        <caption className="mb-1 text-start text-sm text-muted">
          {t(effects.isPartial ? 'marking:regrade.effectsPartial' : 'marking:regrade.effects')}
        </caption>
        <thead className="text-muted">
          <tr>
            <td />
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" className="text-end whitespace-normal">
                {t(`marking:regrade.outcome.${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="font-normal whitespace-nowrap">
              {t('marking:regrade.certificates')}
            </th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome} className="text-end whitespace-nowrap tabular-nums">
                {certificates(effects[outcome])}
              </td>
            ))}
          </tr>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {t(`marking:regrade.${kind}`)}
              </th>
              {OUTCOMES.map((outcome) => (
                <td key={outcome} className="text-end whitespace-nowrap tabular-nums">
                  {change(effects[outcome][kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
