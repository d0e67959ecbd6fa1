import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { LearnerSessions } from './LearnerSessions.tsx';

type Props = { resourceId: string; completed: boolean; timeZone: string };

/** An offline class in the study room: its sessions, and how it is completed. */
export function TrainingPanel({ resourceId, completed, timeZone }: Props) {
  const t = useT();
  const state = completed ? 'done' : 'open';
  return (
    <div className="paper">
      <div role="status" className="flex items-start gap-3 border-b border-base-300 p-4 sm:p-6">
        <Icon
          name={completed ? 'check-circle' : 'calendar'}
          className={`mt-0.5 size-6 ${completed ? 'text-success' : 'text-primary'}`}
        />
        <div className="min-w-0">
          <p className="font-medium">{t(`training:panel.${state}`)}</p>
          <p className="text-sm text-muted">{t(`training:panel.${state}Hint`)}</p>
        </div>
      </div>
      <LearnerSessions input={{ resourceId }} timeZone={timeZone} completed={completed} />
    </div>
  );
}
