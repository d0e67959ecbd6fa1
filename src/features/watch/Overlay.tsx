import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Overlay: study continues in another tab or on another device. */
export function TakenOver({ onContinue }: { onContinue: () => void }) {
  const t = useT();
  return (
    <Overlay
      icon="external"
      title={t('study:takenOver.title')}
      hint={t('study:takenOver.hint')}
      action={t('study:takenOver.continue')}
      onAction={onContinue}
    />
  );
}

type Props = {
  icon: 'external' | 'clock' | 'offline' | 'warning';
  title: string;
  hint?: string;
  action: string;
  onAction: () => void;
};

/** An overlay message with one action. */
export function Overlay({ icon, title, hint, action, onAction }: Props) {
  return (
    <div
      role="alertdialog"
      aria-label={title}
      className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-black/80 p-6 text-center text-white"
    >
      <Icon name={icon} className="size-8" />
      <p className="text-lg font-semibold">{title}</p>
      {hint && <p className="max-w-md text-sm text-white/80">{hint}</p>}
      <button type="button" className="btn btn-primary btn-sm" autoFocus onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
