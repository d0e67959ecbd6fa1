import { api } from '#src/client/api.ts';
import { whenSeen } from '#src/client/when-seen.ts';

/** Tells the server which decisions the page shows to their applicant. */
const ids = [...document.querySelectorAll<HTMLElement>('[data-unseen]')].map((element) => element.dataset.unseen!);
// They stay news when that fails; the next page that shows them tells again.
const tell = () => void api('PUT /user/auth/flow/instance/see', ids, { _No_dispose: true }).catch(() => undefined);
if (ids.length > 0) whenSeen(tell);
