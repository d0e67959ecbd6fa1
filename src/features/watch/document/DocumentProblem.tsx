import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { documentIcon } from '#src/features/knowledge/resource-icon.ts';
import type { Resource } from '../room.ts';
import type { DocumentView } from './body.ts';

type Props = { problem: Exclude<DocumentView['problem'], 'oldFormat' | null>; resource: Resource };

/** Why a file cannot be shown; it can be downloaded instead, unless that would do harm. */
export function DocumentProblem({ problem, resource }: Props) {
  const t = useT();
  return (
    <EmptyState
      title={resource.fileName ?? resource.subResourceName}
      hint={t(`document:problem.${problem}`)}
      icon={problem === 'unsafe' ? 'shield' : documentIcon(resource.documentKind)}
      {...(problem !== 'unsafe' && { action: { href: resource.fileUrl!, label: t('document:download') } })}
    />
  );
}
