/// <reference types="astro/client" />

declare module 'astro:scripts/page-ssr.js';

declare namespace App {
  interface Locals {
    locale: import('#src/i18n/locale.ts').Locale;
    t: import('#src/i18n/server.ts').T;
    /** Scheme and host as the visitor sees them. */
    origin: string;
    viewer: import('#src/server/core/context.ts').Viewer | null;
    /** The signed-in member, on pages that only members open (src/contract/rules/page-access.ts); throws on others. */
    readonly member: import('#src/server/core/context.ts').Viewer;
    /** The enterprise; `timeZone` is the zone in which this page shows times, which the member may have chosen. */
    tenant: import('#src/server/core/context.ts').Tenant;
    /** The zone of the enterprise, in which its days begin and end. */
    enterpriseZone: string;
    now: Date;
    /** Where the admin button leads: `BACK_OFFICE_URL`, or the built-in page. */
    backOffice: string;
    /** Set by a public page: keep it for anonymous visitors, for so long, until a change with one of these tags. */
    cache: { seconds: number; tags: string[] } | null;
    /** Set by the error page: Astro itself knows no status but 500 for it. */
    errorStatus: number | null;
    /** The page shows this draft as it would be published. */
    preview: { kind: import('#src/contract/rules/editing.ts').PreviewKind; id: string } | null;
    /** The same typed calls as in the browser. */
    api: import('#src/client/api.ts').Api;
    /**
     * Like `api`, but answers null for what does not exist (404), and for an id that is none: the page then shows its own 404.
     * Other invalid input (422) is an error of the address and leads to the error page with status and message.
     */
    find: <C extends Exclude<import('#src/contract/calls.ts').Call, import('#src/contract/calls.ts').UploadCall>>(
      call: C,
      input: import('#src/contract/calls.ts').Input<C>,
    ) => Promise<import('#src/contract/calls.ts').Data<C> | null>;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** src/client/touch-directive.ts */
    'client:touch'?: boolean | string;
  }
}

/** hls.js without subtitles, other audio tracks and DRM; it comes without types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
