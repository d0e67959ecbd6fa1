/**
 * Replaces the image endpoint of Astro, which would resize pictures to any size for anybody: the portal makes its variants
 * itself (decision 026).
 */
export const GET = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
