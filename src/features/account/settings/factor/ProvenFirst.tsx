import type { ReactNode } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { ProveForm } from './ProveForm.tsx';

const VIEW = 'GET /user/auth/user/info/factor/view';
type Props = {
  /** Address of the panel without a form. */
  here: string;
  children: (view: Data<typeof VIEW>) => ReactNode;
};

/** Shows its children once the user has proven within the last ten minutes who they are, and asks for that before. */
export function ProvenFirst({ here, children }: Props) {
  const query = useCall(VIEW, {});
  return (
    <LoadState query={query} lines={2}>
      {(view) => (view.proven ? children(view) : <ProveForm {...view} here={here} onProven={() => invalidate(VIEW)} />)}
    </LoadState>
  );
}
