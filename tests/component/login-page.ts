import { page, userEvent } from 'vitest/browser';
import { made } from './gateway.ts';

/* The login page in component tests (src/features/login). Where it leads on is a fragment, so the page of the tests stays. */

export const PASSWORD = 'POST /user/api/user/info/login/pwd';
export const SEND = 'POST /user/api/user/info/send/verification/code';
export const PICTURE = 'GET /user/api/user/info/get/image/verification/code';
export const BEGIN = 'POST /user/api/user/info/login/begin';

export const session = { token: 'token-1', expiresIn: 86_400, enterpriseId: '01890000-0000-7000-8000-00000000000e' };
/** Of the number 37. */
export const challenge = {
  id: '01890000-0000-7000-8000-0000000000aa',
  challenge: '44737f5f0a29dcf2d274c9a6e02c839baa32eb48eec2a47ea906f7c9d87e7546',
  maxNumber: 100,
  picture: null,
  audio: null,
  expiresIn: 300,
};

/** What the page gives the island. */
export const given = {
  method: 'password' as const,
  target: '#home',
  redirect: null,
  agreements: [{ code: 'agreement' as const, version: 3 }],
  changed: false,
  orEmail: false,
  methods: [{ provider: 'oidc' as const, label: '集团账号' }],
  back: null,
  signedIn: false,
};

/** Its parts, as a person finds them. */
export const at = {
  tab: (name: string) => page.getByRole('tab', { name }),
  phone: page.getByLabelText('手机号', { exact: true }),
  password: page.getByLabelText('密码', { exact: true }),
  code: page.getByLabelText('验证码', { exact: true }),
  send: page.getByRole('button', { name: /获取验证码|秒后可重发/ }),
  agreed: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: '登录', exact: true }),
  method: page.getByRole('button', { name: '使用集团账号登录' }),
};

export async function fillIn(): Promise<void> {
  await userEvent.fill(at.phone, '13800000001');
  await userEvent.fill(at.password, 'Study@2026');
  await userEvent.click(at.agreed);
}

/** Inputs of the calls of a name that were made, oldest first. */
export const inputsOf = (name: string) => made.filter(({ call }) => call === name).map(({ input }) => input);

/** The next address (path with query) that the page leaves for; it stays where it is. */
export function nextAddress(): Promise<string> {
  return new Promise((resolve) => {
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        const { pathname, search } = new URL(event.destination.url);
        resolve(pathname + search);
      },
      { once: true },
    );
  });
}
