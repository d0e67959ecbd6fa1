import type { MouseEvent } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { lockText } from '#src/features/knowledge/lock-text.ts';
import { resourceIcon } from '#src/features/knowledge/resource-icon.ts';
import { leaves, type Resource, type ResourceProgress } from './room.ts';

type Props = {
  /** URL of the room with a resource. */
  pathOf: (resourceId: string) => string;
  resources: Resource[];
  progressOf: ReadonlyMap<string, ResourceProgress>;
  currentId: string | null;
  onChoose: (id: string) => void;
  timeZone: string;
};

/** The course's tree with the progress of each item. Links work without a script. */
export function ResourceTree({ resources, ...rest }: Props) {
  return (
    <ul>
      {resources.map((resource) => (
        <li key={resource.subResourceId}>
          {resource.subTrainingProgress.length > 0 ? (
            <Directory resource={resource} {...rest} />
          ) : (
            <Item resource={resource} {...rest} />
          )}
        </li>
      ))}
    </ul>
  );
}

type One = Omit<Props, 'resources'> & { resource: Resource };

function Directory({ resource, ...rest }: One) {
  const t = useT();
  const counted = leaves(resource.subTrainingProgress).filter((leaf) => leaf.counted);
  const done = counted.filter((leaf) => rest.progressOf.get(leaf.subResourceId)?.completed).length;
  return (
    <details open className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 bg-base-200/60 px-4 py-2 text-sm font-medium hover:bg-base-200 [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="size-4 text-muted transition-transform group-open:rotate-90" />
        <span className="grow">{resource.subResourceName}</span>
        {counted.length > 0 && (
          <span className="text-muted tabular-nums">{t('study:tree.doneOf', { done, count: counted.length })}</span>
        )}
      </summary>
      <ResourceTree {...rest} resources={resource.subTrainingProgress} />
    </details>
  );
}

function Item({ pathOf, resource, progressOf, currentId, onChoose, timeZone }: One) {
  const t = useT();
  const locale = useLocale();
  const { subResourceId: id } = resource;
  const progress = progressOf.get(id);
  const here = id === currentId;
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(id);
  };
  return (
    <a
      href={pathOf(id)}
      onClick={choose}
      aria-current={here ? 'true' : undefined}
      className="flex min-h-12 items-center gap-3 border-s-2 border-transparent px-4 py-2 hover:bg-base-200 aria-[current=true]:border-primary aria-[current=true]:bg-primary-soft"
    >
      <Icon
        name={resource.lock ? 'lock' : resourceIcon(resource)}
        className={`size-5 ${here ? 'text-primary' : 'text-muted'}`}
      />
      <span className="min-w-0 grow text-sm">
        <span className="block">{resource.subResourceName}</span>
        {resource.lock ? (
          <span className="block text-muted">{lockText(resource.lock, { t, locale, timeZone })}</span>
        ) : (
          resource.totalDuration > 0 && (
            <span className="block text-muted tabular-nums">{clockTime(resource.totalDuration)}</span>
          )
        )}
      </span>
      {progress?.completed ? (
        <span className="text-success">
          <Icon name="check-circle" />
          <span className="sr-only">{t('enum:learningState.completed')}</span>
        </span>
      ) : (
        resource.counted && <span className="text-sm text-muted tabular-nums">{progress?.studyProgress ?? 0}%</span>
      )}
    </a>
  );
}
