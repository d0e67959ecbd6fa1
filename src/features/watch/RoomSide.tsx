import { type ReactNode, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import type { Resource } from './room.ts';

type Props = {
  /** What is being studied. */
  resource: Resource | null;
  courseId: string | null;
  timeZone: string;
  /** The contents. */
  children: ReactNode;
};

/** Tabs beside the player: the contents and the notes about the current resource. */
export function RoomSide({ resource, courseId, timeZone, children }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [tab, setTab] = useState<'contents' | 'notes'>('contents');
  return (
    <>
      <div role="tablist" aria-label={t('room:tabs')} className="flex border-b border-base-300">
        {(['contents', 'notes'] as const).map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-controls="side"
            aria-selected={each === tab}
            disabled={!hydrated}
            onClick={() => setTab(each)}
            className="min-h-11 grow border-b-2 border-transparent text-sm text-muted hover:text-base-content aria-selected:border-primary aria-selected:font-medium aria-selected:text-primary"
          >
            {t(`room:tab.${each}`)}
          </button>
        ))}
      </div>
      <div
        id="side"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className="max-h-[32rem] overflow-y-auto lg:max-h-[calc(100dvh-20rem)]"
      >
        <div hidden={tab !== 'contents'}>{children}</div>
        {tab === 'notes' && resource && courseId && (
          <NotesPanel key={resource.subResourceId} {...{ resource, courseId, timeZone }} />
        )}
      </div>
    </>
  );
}
