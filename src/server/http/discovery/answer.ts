/** An answer for machines. What is in it changes with the content, so nobody keeps it without asking. */
export function answer(body: string, contentType: string): Response {
  return new Response(body, {
    headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'no-cache' },
  });
}

export function none(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
