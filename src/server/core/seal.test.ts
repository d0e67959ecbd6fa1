import { expect, it, vi } from 'vitest';

it('gives a sealed secret back, each time sealed differently, and notices when it was tampered with', async () => {
  vi.stubEnv('APP_SECRET', 'x'.repeat(32));
  const { seal, unseal } = await import('./seal.ts');
  const sealed = seal('client secret 密钥');
  expect(sealed).not.toContain('client');
  expect(seal('client secret 密钥')).not.toBe(sealed);
  expect(unseal(sealed)).toBe('client secret 密钥');
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  expect(() => unseal(bytes.toString('base64url'))).toThrow();
});
