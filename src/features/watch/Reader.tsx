import { useCallback, useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { ConfirmRead } from './document/ConfirmRead.tsx';
import type { DocumentView } from './document/body.ts';
import { DocumentProblem } from './document/DocumentProblem.tsx';
import { OpenDocument } from './document/OpenDocument.tsx';
import type { Resource, ResourceProgress } from './room.ts';
import type { StudyPlayer } from './study-player.ts';

type Props = { resource: Resource; progress: ResourceProgress; player: StudyPlayer };

/** A document or a picture, shown in the page, or a link to another one. The server says how, and converts what the browser cannot show. */
export function Reader({ resource, progress, player }: Props) {
  const [found, setFound] = useState<DocumentView | { message: string } | null>(null);
  const resourceId = resource.subResourceId;
  const load = useCallback(() => {
    setFound(null);
    let gone = false;
    api('GET /course/auth/study/document/view', { resourceId }, { isShowErrTip: false })
      .then((document) => gone || setFound(document))
      .catch((error: unknown) => gone || setFound({ message: error instanceof ApiError ? error.message : '' }));
    return () => {
      gone = true;
    };
  }, [resourceId]);
  const isLink = resource.linkUrl !== null;
  useEffect(() => (isLink ? undefined : load()), [isLink, load]);
  if (isLink)
    return (
      <div className="paper overflow-hidden">
        <ConfirmRead {...{ resource, progress, player }} totalDuration={resource.totalDuration} />
      </div>
    );
  return (
    <div className="paper overflow-hidden">
      {found === null ? (
        <div data-loading="">
          <Skeleton lines={6} />
        </div>
      ) : 'message' in found ? (
        <LoadError error={found} isLoading={false} onRetry={load} />
      ) : found.problem === 'oldFormat' ? (
        <ConfirmRead resource={resource} progress={progress} player={player} totalDuration={found.totalDuration} />
      ) : found.problem ? (
        <DocumentProblem problem={found.problem} resource={resource} />
      ) : (
        <OpenDocument resource={resource} progress={progress} player={player} document={found} />
      )}
    </div>
  );
}
