import { z } from 'zod';
import type { Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { provideIslandMessages } from '#src/i18n/texts.ts';
import { getT, messages } from '#src/i18n/server.ts';
import type { SharedTransaction } from '#src/server/core/db/tenant.ts';
import type { Preview } from '#src/server/editing/preview.ts';
import { settings } from '#src/server/core/settings.ts';
import type { Log, RequestContext } from '#src/server/core/context.ts';
import { dispatch } from './dispatch.ts';
import { shownZone } from './shown-zone.ts';
import { implementationOf } from './implementations.ts';
import { AppError } from '#src/server/core/app-error.ts';

provideIslandMessages((locale) => messages(locale));

/** Returns `Astro.locals` of a page: language, viewer, and `api` with the same typed calls as in the browser. */
export function pageApi(
  request: RequestContext,
  pathname: string,
  transaction: SharedTransaction,
  preview: Preview | null,
): App.Locals {
  const external = settings().gatewayUrl;
  const call = external ? remote(external, request) : local(request, transaction, preview !== null);
  return {
    preview: preview && { kind: preview.kind, id: preview.id },
    locale: request.locale,
    t: getT(request.locale),
    origin: request.origin,
    viewer: request.viewer,
    get member() {
      if (!request.viewer) throw new Error('Astro.locals.member on a page that visitors may open');
      return request.viewer;
    },
    tenant: { ...request.tenant, timeZone: shownZone(request, pathname) },
    enterpriseZone: request.tenant.timeZone,
    now: request.now(),
    backOffice: settings().backOfficeUrl ?? '/admin',
    cache: null,
    errorStatus: null,
    api: call as Api,
    find: async (name, input) => {
      try {
        return await (call as Api)(name, input);
      } catch (error) {
        if (error instanceof ApiError && (error.code === 404 || isNoId(error, request.locale))) return null;
        throw error;
      }
    },
  };
}

/** Whether nothing but the format of ids is wrong: such an address is mistyped or cut off, and nothing can be there. */
function isNoId(error: ApiError, locale: RequestContext['locale']): boolean {
  const problem = getT(locale)('errors:field.id');
  const messages = Object.values(error.fields);
  return error.code === 422 && messages.length > 0 && messages.every((message) => message === problem);
}

/**
 * Calls in this process: without network and JSON, in one transaction for the whole page (docs/architecture.md, section
 * "Page").
 */
function local(given: RequestContext, transaction: SharedTransaction, isPreview: boolean) {
  // As in `withoutToken`.
  const request = { ...given, token: null };
  return async (name: string, input: unknown = {}) => {
    try {
      return await dispatch(implementationOf(name), request, input, (_id, fn) => transaction.run(fn), { isPreview });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const t = getT(request.locale);
      throw new ApiError(
        error.code,
        t(`errors:${error.key}`, error.params),
        error.fields.map(({ field, key }) => ({ field, message: t(`errors:${key}`, error.params) })),
        0,
        error.need,
      );
    }
  };
}

const Envelope = z.object({
  code: z.number(),
  msg: z.string().catch(''),
  data: z.unknown(),
});
const Fields = z.array(z.object({ field: z.string(), message: z.string() })).catch([]);

/**
 * Calls at the external gateway of `GATEWAY_URL`. Responses are parsed with the contract, so data that it does not declare is
 * removed.
 * @throws ApiError for a rejected call; Error for a response that does not match the contract
 */
function remote(gatewayUrl: string, request: RequestContext) {
  return async (name: string, input: unknown = {}) => {
    const [method, path] = name.split(' ') as [string, string];
    const inQuery = (method === 'GET' || method === 'DELETE') && !Array.isArray(input);
    const query = inQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const answer = await fetch(gatewayUrl + path + query, {
      method,
      headers: {
        'content-type': 'application/json',
        'accept-language': request.locale,
        ...forwarded(request),
        ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      },
      ...(inQuery ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(60_000),
    });
    const body: unknown = await answer.json();
    const envelope = Envelope.safeParse(body);
    if (!envelope.success) throw misfit(name, envelope.error);
    const { code, msg, data } = envelope.data;
    if (code !== 200) throw new ApiError(code, msg, Fields.parse(data));
    const parsed = implementationOf(name).contract.data.safeParse(data === undefined ? body : data);
    if (!parsed.success) throw misfit(name, parsed.error);
    return withoutToken(name, parsed.data);
  };
}

/** Pages embed answers in their HTML, which is no place for the token of the session. */
const withoutToken = (name: string, data: unknown) =>
  name === 'GET /user/auth/enterprise/user/info/current/view' ? { ...(data as object), token: null } : data;

/** Returns an error that describes where a response differs from the contract, without its values. */
function misfit(name: string, error: z.ZodError): Error {
  return new Error(`${name}: the response of the gateway does not fit the contract\n${z.prettifyError(error)}`);
}

/** Returns a logger for Astro that writes errors of pages to the log of their request. */
export function pageLogger<L extends { error: (label: null, message: string) => void }>(logger: L, log: Log): L {
  const own: Pick<L, 'error'> = {
    error: (_label, message) => {
      if (message.startsWith('ApiError')) log('warn', 'a page could not be shown', { error: message });
      else log('error', 'fault', { error: message });
    },
  };
  return Object.assign(Object.create(logger) as L, own);
}

/** Returns the forwarded headers for an external gateway, which trusts them, so they contain only verified data. */
export function forwarded({ origin, address }: RequestContext): Record<string, string> {
  const { host, protocol } = new URL(origin);
  return { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-for': address };
}
