import type { RequestContext } from './context.ts';

/**
 * Whether the viewer may see the content of this tenant: everybody while its site is public, otherwise members only.
 * Operations declare this with `auth: 'visitor'`; pages are checked by `publicFace` (public-face.ts).
 */
export const seesContent = ({ tenant, viewer }: Pick<RequestContext, 'tenant' | 'viewer'>): boolean =>
  tenant.publicFace || Boolean(viewer?.enterpriseId);
