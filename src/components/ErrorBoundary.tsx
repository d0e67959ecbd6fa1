import { Component, type ReactNode } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { EmptyState } from './EmptyState.tsx';

type Props = { children: ReactNode };

/**
 * Error boundary for a part of an island: shows the error, usually a chunk that could not be loaded, with a retry
 * button.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Failure retry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Failure({ retry }: { retry: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="paper">
      <EmptyState icon="offline" title={t('common:failedToLoad')}>
        <button type="button" className="btn btn-sm" onClick={retry}>
          {t('common:retry')}
        </button>
      </EmptyState>
    </div>
  );
}
