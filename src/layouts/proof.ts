import { $proofAsked } from '#src/client/session.store.ts';

/* Pages with calls that need a proof: the dialog is loaded when one is asked for. */
$proofAsked.listen(async (asked) => {
  if (asked) (await import('./show-proof.tsx')).showProof(asked);
});
