import type { ReactNode } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A dialog at the end of the page, for what is edited beside a list. It is open while it is rendered. */
export function SidePanel(props: Props) {
  return <ActionDialog {...props} className="h-dvh max-h-dvh w-full max-w-3xl justify-self-end" />;
}
