import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../tests/component/leaving.ts';
import { hydrate, leave } from '../../../tests/component/render.ts';
import RegisterCompany from './RegisterCompany.tsx';

const ADD = 'POST /user/auth/enterprise/info/add';
const REGIONS = 'POST /system/api/region/list';
const UPLOAD = 'POST /system/auth/upload/pic';
const LOGO = { id: '01890000-0000-7000-8000-0000000000aa', url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' };
const picture = { ...LOGO, width: 1, height: 1, fileSize: 40, contentType: 'image/png' };
const registered = {
  enterpriseId: '01890000-0000-7000-8000-00000000000b',
  enterpriseName: '昆山泵业',
  key: 'kunshan-pump',
  origin: 'http://kunshan-pump.example.com',
};
const region = (code: string, name: string, hasChildren = true) => ({ code, name, hasChildren });
const BELOW: Record<string, ReturnType<typeof region>[]> = {
  '320000': [region('320100', '南京市'), region('320500', '苏州市')],
  '320500': [region('320583', '昆山市', false)],
  '110000': [region('110105', '朝阳区', false)],
  '440000': [region('440100', '广州市')],
};
const props = {
  provinces: [region('110000', '北京市'), region('320000', '江苏省'), region('440000', '广东省')],
  industries: [{ value: 'manufacturing', label: '制造业' }],
  scales: [{ value: '50-199', label: '50–199' }],
  hostPattern: '{key}.example.com',
  phone: '138****0001',
  userId: 'u1',
  userName: '王芳',
  tenantName: '华信制造',
};
const show = () => {
  answer(REGIONS, ({ parentCode }) => BELOW[parentCode as string]!);
  return hydrate(RegisterCompany, props);
};
const field = (name: string) => page.getByLabelText(name, { exact: true });
const submit = () => page.getByRole('button', { name: '注册企业' });
const file = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'logo.png', { type });
const MB = 1024 * 1024;

test('a region is chosen level by level; another province clears what was below', async () => {
  await show();
  await expect.element(field('城市')).toBeDisabled();
  await userEvent.selectOptions(field('省份'), '320000');
  await userEvent.selectOptions(field('城市'), '320500');
  await userEvent.selectOptions(field('区县'), '320583');
  await userEvent.selectOptions(field('省份'), '110000');
  await expect.element(field('城市')).toHaveValue('');
  await expect.element(field('区县')).toBeDisabled();
  await userEvent.selectOptions(field('城市'), '110105');
  // Municipalities have no third level.
  await expect.element(field('区县')).toHaveTextContent('没有下级地区');
  expect(made.map(({ input }) => input)).toEqual([
    { parentCode: '320000' },
    { parentCode: '320500' },
    { parentCode: '110000' },
  ]);
});

test('regions that cannot be loaded are asked for again', async () => {
  await show();
  disconnect(REGIONS);
  await userEvent.selectOptions(field('省份'), '440000');
  const retry = page.getByRole('button', { name: '重试' });
  await expect.element(retry).toBeVisible();
  answer(REGIONS, BELOW['440000']!);
  await userEvent.click(retry);
  await userEvent.selectOptions(field('城市'), '440100');
  await expect.element(field('城市')).toHaveValue('440100');
});

test('what was typed, chosen and uploaded is there again after a reload, and gone once it is sent', async () => {
  answer(UPLOAD, picture);
  await show();
  await userEvent.fill(field('企业名称'), '昆山泵业');
  await userEvent.selectOptions(field('所属行业'), 'manufacturing');
  await userEvent.selectOptions(field('省份'), '320000');
  await userEvent.selectOptions(field('城市'), '320500');
  await userEvent.selectOptions(field('区县'), '320583');
  await userEvent.fill(field('企业标识'), 'Kunshan-Pump');
  await expect.element(page.getByText('kunshan-pump.example.com')).toBeVisible();
  await userEvent.upload(field('企业标志'), file(10));
  await expect.element(page.getByRole('img', { name: '企业标志预览' })).toBeVisible();

  leave();
  await show();
  await expect.element(field('企业名称')).toHaveValue('昆山泵业');
  await expect.element(field('所属行业')).toHaveValue('manufacturing');
  await expect.element(field('区县')).toHaveValue('320583');
  await expect.element(page.getByText('kunshan-pump.example.com')).toBeVisible();
  await expect.element(page.getByRole('img', { name: '企业标志预览' })).toBeVisible();

  let release = () => {};
  answer(ADD, async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return registered;
  });
  await userEvent.click(submit());
  await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(submit(), { force: true });
  release();
  await expect.element(page.getByRole('heading', { name: '注册成功' })).toHaveFocus();
  expect(made.filter(({ call }) => call === ADD)).toEqual([
    {
      call: ADD,
      input: {
        enterpriseName: '昆山泵业',
        industry: 'manufacturing',
        regionCode: '320583',
        address: '',
        creditCode: '',
        key: 'Kunshan-Pump',
        logo: LOGO.id,
        contactName: '王芳',
        contactPhone: '',
      },
    },
  ]);
  expect(sessionStorage.length).toBe(0);
});

test('the draft of one person is not shown to another', async () => {
  await show();
  await userEvent.fill(field('企业名称'), '昆山泵业');
  leave();
  await hydrate(RegisterCompany, { ...props, userId: 'u2' });
  await expect.element(field('企业名称')).toHaveValue('');
});

test('invalid fields show their errors, the first is focused, and its error is removed on change', async () => {
  await show();
  refuse(ADD, 422, '有内容填写不正确', [
    { field: 'regionCode', message: '请选择到区县' },
    { field: 'logo', message: '请先上传' },
  ]);
  await userEvent.selectOptions(field('省份'), '320000');
  await userEvent.click(submit());
  await expect.element(field('城市')).toHaveFocus();
  await expect.element(field('城市')).toHaveAccessibleDescription('请选择到区县');
  await expect.element(page.getByText('请先上传')).toBeVisible();
  await userEvent.selectOptions(field('城市'), '320500');
  await expect.element(page.getByText('请选择到区县')).not.toBeInTheDocument();
});

test('a wrong key or credit code is said as soon as the field is left', async () => {
  await show();
  await userEvent.fill(field('企业标识'), 'WWW');
  await userEvent.fill(field('统一社会信用代码（选填）'), '9144030071526726x1');
  await userEvent.tab();
  await expect.element(field('企业标识')).toHaveAccessibleDescription('该标识不能使用，请换一个');
  await expect.element(field('企业标识')).toHaveValue('www');
  await expect
    .element(field('统一社会信用代码（选填）'))
    .toHaveAccessibleDescription('统一社会信用代码不正确，请核对 18 位字符');
});

test('an image that is too large or of a wrong type is not sent; a rejected one shows the error', async () => {
  await show();
  const description = () => page.getByRole('alert').filter({ hasText: /图片/ });
  await userEvent.upload(field('企业标志'), file(5 * MB + 1));
  await expect.element(description()).toHaveTextContent('图片不能超过 5M');
  await userEvent.upload(field('企业标志'), file(10, 'image/gif'));
  await expect.element(description()).toHaveTextContent('请选择 PNG、JPEG 或 WebP 格式的图片');
  expect(made).toEqual([]);
  refuse(UPLOAD, 422, '', [{ field: 'file', message: '图片已损坏或不完整，请换一张' }]);
  await userEvent.upload(field('企业标志'), file(10));
  await expect.element(description()).toHaveTextContent('图片已损坏或不完整，请换一张');
});

test('the progress of an upload is shown, and the form waits for it', async () => {
  let release = () => {};
  answer(UPLOAD, async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return picture;
  });
  answer(ADD, registered);
  await show();
  await userEvent.upload(field('企业标志'), file(10));
  await expect.element(page.getByRole('progressbar', { name: '上传进度' })).toHaveAttribute('value', '0.5');
  await userEvent.click(submit());
  await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
  expect(made.map(({ call }) => call)).toEqual([UPLOAD]);
  release();
  await expect.element(page.getByRole('heading', { name: '注册成功' })).toBeVisible();
  expect(made.at(-1)!.input).toMatchObject({ logo: LOGO.id });
});

test('a removed logo is not sent', async () => {
  answer(UPLOAD, picture);
  answer(ADD, registered);
  await show();
  await userEvent.upload(field('企业标志'), file(10));
  await userEvent.click(page.getByRole('button', { name: '移除标志' }));
  await expect.element(field('企业标志')).toHaveFocus();
  await userEvent.click(submit());
  await expect.element(page.getByRole('heading', { name: '注册成功' })).toBeVisible();
  expect(made.at(-1)!.input).not.toHaveProperty('logo');
});

test('offline, and after the session ended, what was typed stays', async () => {
  const left = catchLeaving();
  await show();
  await userEvent.fill(field('企业名称'), '昆山泵业');
  disconnect(ADD);
  await userEvent.click(submit());
  await expect.element(page.getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
  await expect.element(field('企业名称')).toHaveValue('昆山泵业');
  refuse(ADD, 300, '请先登录');
  await userEvent.click(submit());
  await expect.poll(() => left[0]).toContain('/login?t=login&redirect=');
  expect(sessionStorage.getItem('draft:u1:company')).toContain('昆山泵业');
});

test('the way into what was registered asks for consent', async () => {
  const left = catchLeaving();
  const CHOOSE = 'POST /user/auth/user/info/choose/enterprise';
  answer(ADD, registered);
  await show();
  await userEvent.click(submit());
  const enter = page.getByRole('button', { name: '进入企业' });
  disconnect(CHOOSE);
  await userEvent.click(enter);
  await expect.element(page.getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
  refuse(CHOOSE, 422, '', [{ field: 'agreed', message: '请先阅读并同意用户协议和隐私政策' }]);
  await userEvent.click(enter);
  await expect.element(page.getByRole('dialog', { name: '首次进入该企业' })).toBeVisible();
  answer(CHOOSE, { session: null, url: '/arrived' });
  await userEvent.click(page.getByRole('button', { name: '同意并进入' }));
  await expect.poll(() => left).toEqual(['/arrived']);
});
