import { $proofAsked } from './session.store.ts';

let asking: Promise<boolean> | undefined;

/**
 * Lets the layout ask the user to prove again who they are (docs/specification.md, section "Proof again"). Calls that need it at the same time
 * wait for one dialog.
 * @returns false when the user has closed the dialog, and on a page that has none
 */
export function askForProof(): Promise<boolean> {
  if ($proofAsked.lc === 0) return Promise.resolve(false);
  asking ??= new Promise<boolean>((settle) => $proofAsked.set({ settle })).finally(() => {
    asking = undefined;
    $proofAsked.set(null);
  });
  return asking;
}
