import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { island } from '#src/i18n/island.tsx';

/** Notes that the results were seen, so that they no longer wait for the person. A page alone may be opened in advance. */
export default island<{ questionnaireId: string }>(function SeenResults({ questionnaireId }) {
  useEffect(() => {
    // Without a connection the results wait a little longer.
    api('PUT /course/auth/questionnaire/results/see', { questionnaireId }, { isShowErrTip: false }).catch(
      () => undefined,
    );
  }, [questionnaireId]);
  return null;
});
