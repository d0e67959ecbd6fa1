import { expect, it, vi } from 'vitest';

it('decrypts an encrypted secret, encrypts it differently each time, and rejects a modified one', async () => {
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
