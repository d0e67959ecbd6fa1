import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Resource } from './room.ts';

/** The file that says what has to be done in a practical operation, if there is one. */
export function PracticeGuide({ resource }: { resource: Resource }) {
  const t = useT();
  if (!resource.fileUrl) return null;
  return (
    <a className="btn btn-sm self-start" href={resource.fileUrl}>
      <Icon name="file" className="size-4" />
      {t('study:practice.guide')}
    </a>
  );
}
