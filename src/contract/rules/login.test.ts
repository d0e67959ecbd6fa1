import { expect, it } from 'vitest';
import { readLoginState, writeLoginState } from './login.ts';

const RANDOM = 'a1'.repeat(32);

it('readLoginState returns what writeLoginState has written, in letters and digits', () => {
  for (const locale of ['zh', 'en'] as const)
    for (const provider of ['wecom', 'dingtalk', 'oidc'] as const) {
      const state = writeLoginState({ locale, provider }, RANDOM);
      expect(state).toMatch(/^[a-z0-9]{1,128}$/);
      expect(readLoginState(state)).toEqual({ locale, provider });
    }
});

it.each([null, '', 'zh', `dewecom${RANDOM}`, `zhother${RANDOM}`, `zhwecom${RANDOM}0`, 'zhwecom<script>'])(
  'readLoginState returns null for %j',
  (state) => {
    expect(readLoginState(state)).toBeNull();
  },
);
