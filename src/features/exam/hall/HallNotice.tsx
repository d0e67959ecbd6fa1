import { useStore } from '@nanostores/react';
import { $online } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';

/** The current notice, if any: offline, taken over, warning, not accepted, submitting. */
export function HallNotice({ hall }: { hall: Hall }) {
  const t = useT();
  const phase = useStore(hall.$phase);
  const hasServer = useStore(hall.$reachable);
  const online = useStore($online, { ssr: () => true });
  const reachable = online && hasServer;
  const notice = useStore(hall.$notice);

  if (phase === 'submitting') {
    return <Bar tone="alert-info" text={t(reachable ? 'exam:hall.submitting' : 'exam:hall.submittingOffline')} />;
  }
  if (phase === 'superseded') {
    return (
      <Bar
        tone="alert-warning"
        text={t('exam:hall.superseded')}
        action={{ label: t('exam:hall.takeBack'), run: () => void hall.takeOver() }}
      />
    );
  }
  if (!reachable && phase === 'connecting') return <Bar tone="alert-warning" text={t('exam:hall.connecting')} />;
  if (!reachable) return <Bar tone="alert-warning" text={t('exam:hall.offline')} />;
  if (notice?.kind === 'rejected') {
    return (
      <Bar
        tone="alert-warning"
        text={t('exam:hall.rejected.beforeSubmit')}
        action={{ label: t('exam:hall.understood'), run: () => hall.$notice.set(null) }}
      />
    );
  }
  if (notice) {
    return (
      <Bar
        tone="alert-warning"
        text={
          notice.limit > 0
            ? t('exam:hall.warnedOf', { n: notice.count, limit: notice.limit })
            : t('exam:hall.warned', { n: notice.count })
        }
        action={{ label: t('exam:hall.understood'), run: () => hall.$notice.set(null) }}
      />
    );
  }
  return null;
}

type BarProps = { tone: 'alert-info' | 'alert-warning'; text: string; action?: { label: string; run: () => void } };

function Bar({ tone, text, action }: BarProps) {
  return (
    <div className="page pt-4">
      <div role="alert" className={`alert ${tone}`}>
        <Icon name={tone === 'alert-info' ? 'info' : 'warning'} />
        <span>{text}</span>
        {action && (
          <button type="button" className="btn btn-sm" onClick={action.run}>
            {action.label}
          </button>
        )}
      </div>
    </div>
  );
}
