import type { Data, UploadCall } from '#src/contract/calls.ts';
import { type Caller, type Envelope, portal } from './portal.ts';
import { companionCookie } from './session.ts';

/** Sends an upload with any body. */
export async function uploadAs<C extends UploadCall>(
  { host, token, locale = 'zh', headers }: Caller,
  name: C,
  body: FormData | string | ReadableStream,
  more: Record<string, string> = {},
): Promise<Envelope<Data<C>>> {
  const response = await portal.request(`http://${host}/gateway${name.slice('POST '.length)}`, {
    method: 'POST',
    headers: {
      host,
      'accept-language': locale,
      ...(token ? { authorization: `Bearer ${token}`, cookie: companionCookie(token) } : {}),
      ...headers,
      ...more,
    },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return (await response.json()) as Envelope<Data<C>>;
}

/** Returns a form with one picture. */
export function pictureForm(bytes: Uint8Array, use = 'avatar', type = 'image/png', name = 'me.png'): FormData {
  const form = new FormData();
  form.set('use', use);
  form.set('file', new File([new Uint8Array(bytes)], name, { type }));
  return form;
}
