import { api } from '#src/client/api.ts';

/** Tells the server which decisions the page shows to their applicant. A page that is only fetched ahead runs no script. */
const ids = [...document.querySelectorAll<HTMLElement>('[data-unseen]')].map((element) => element.dataset.unseen!);
// They stay news when that fails; the next page that shows them tells again.
if (ids.length > 0) api('PUT /user/auth/flow/instance/see', ids, { _No_dispose: true }).catch(() => undefined);
