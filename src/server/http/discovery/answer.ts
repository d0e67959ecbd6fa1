/** Returns a response for machines. Its content can change at any time, so clients must revalidate it. */
export function answer(body: string, contentType: string): Response {
  return new Response(body, {
    headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'no-cache' },
  });
}

/** Returns a 404 as plain text. */
export function none(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
