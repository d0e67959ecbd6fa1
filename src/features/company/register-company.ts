import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { inputOf, setBusy, showAlert, takesOver } from '#src/client/form.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { toLogin } from '#src/client/login-redirect.ts';
import { DRAFT } from '#src/client/session.ts';
import { isCreditCode } from '#src/lib/credit-code.ts';
import { enterpriseKeyProblem } from '#src/lib/enterprise-key.ts';
import type { Input } from '#src/contract/calls.ts';
import { startLogoUpload, type Logo, type LogoUpload } from './logo-upload.ts';
import { startRegionSelect, type RegionSelect } from './region-select.ts';
import { showRegistered } from './registered-company.ts';

type NewCompany = Input<'POST /user/auth/enterprise/info/add'>;
type Draft = { texts: Record<string, string>; region: string[]; logo: Logo | null };
type Parts = { form: HTMLFormElement; region: RegionSelect; logo: LogoUpload };

/** In the order of the form: the first wrong one gets the focus. */
const TEXTS = [
  'enterpriseName',
  'industry',
  'scale',
  'address',
  'creditCode',
  'key',
  'contactName',
  'contactPhone',
] as const;

/** Brings the registration form to life. What was typed outlives a reload of the page, until it is registered. */
export function startRegistration(): void {
  const form = document.querySelector<HTMLFormElement>('[data-register]');
  if (!form) return;
  const keep = () => keepDraft(parts);
  const parts: Parts = {
    form,
    region: startRegionSelect(form.querySelector<HTMLElement>('[data-region]')!, keep),
    logo: startLogoUpload(form.querySelector<HTMLElement>('[data-logo]')!, keep),
  };
  restoreDraft(parts);
  const key = inputOf(form, 'key');
  const address = form.querySelector<HTMLOutputElement>('[data-address]')!;
  const showAddress = () => {
    address.textContent = address.dataset.pattern!.replace('{key}', key.value.trim().toLowerCase() || '…');
  };
  showAddress();
  key.addEventListener('input', showAddress);
  const errors = JSON.parse(form.dataset.errors!) as Record<string, string>;
  key.addEventListener('change', () => {
    key.value = key.value.trim().toLowerCase();
    const problem = key.value && enterpriseKeyProblem(key.value);
    if (problem) showFieldError(form, 'key', errors[problem]!);
  });
  const creditCode = inputOf(form, 'creditCode');
  creditCode.addEventListener('change', () => {
    creditCode.value = creditCode.value.trim().toUpperCase();
    const wrong = creditCode.value && !isCreditCode(creditCode.value);
    if (wrong) showFieldError(form, 'creditCode', errors['field.creditCode']!);
  });
  form.addEventListener('input', ({ target }) => {
    showFieldError(form, (target as HTMLInputElement).name, '');
    keep();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(parts);
  });
  takesOver(form);
  if (TEXTS.some((name) => isTouched(form, name))) keep();
}

const draftKey = (form: HTMLFormElement) => `${DRAFT}company:${form.dataset.userId}`;
const texts = (form: HTMLFormElement) => Object.fromEntries(TEXTS.map((name) => [name, inputOf(form, name).value]));

/** Whether a field holds something else than the page came with. A `select` came empty. */
function isTouched(form: HTMLFormElement, name: (typeof TEXTS)[number]): boolean {
  const { value, defaultValue } = inputOf(form, name);
  return value !== (defaultValue ?? '');
}

/** What the browser keeps while the tab is open. */
function keepDraft({ form, region, logo }: Parts): void {
  const draft: Draft = { texts: texts(form), region: region.path(), logo: logo.value() };
  sessionStorage.setItem(draftKey(form), JSON.stringify(draft));
}

function restoreDraft({ form, region, logo }: Parts): void {
  const kept = sessionStorage.getItem(draftKey(form));
  if (!kept) return;
  const draft = JSON.parse(kept) as Draft;
  // What was typed before this script came stays.
  for (const name of TEXTS) if (!isTouched(form, name)) inputOf(form, name).value = draft.texts[name] ?? '';
  if (draft.logo) logo.restore(draft.logo);
  void region.restore(draft.region);
}

async function submit(parts: Parts): Promise<void> {
  const { form, region, logo } = parts;
  if (form.dataset.busy) return;
  setBusy(form, true);
  showErrors(parts, {}, '');
  await logo.settled();
  const given = texts(form) as Record<(typeof TEXTS)[number], string>;
  try {
    const registered = await api(
      'POST /user/auth/enterprise/info/add',
      {
        ...given,
        industry: given.industry as NewCompany['industry'],
        scale: (given.scale || undefined) as NewCompany['scale'],
        regionCode: region.value(),
        logo: logo.value()?.id,
      },
      { _No_dispose: true },
    );
    sessionStorage.removeItem(draftKey(form));
    showRegistered(form, registered);
  } catch (error) {
    const refusal = error instanceof ApiError ? error : new ApiError(0, '');
    if (refusal.needsLogin) return toLogin();
    showErrors(parts, refusal.fields, refusal.message || form.dataset.fault!);
  }
  setBusy(form, false);
}

function showErrors({ form, region, logo }: Parts, fields: Record<string, string>, message: string): void {
  for (const name of TEXTS) showFieldError(form, name, fields[name] ?? '');
  region.showError(fields.regionCode ?? '');
  logo.showError(fields.logo ?? '');
  showAlert(form, message);
  const wrong = [...form.elements].find((element) => element.getAttribute('aria-invalid')) as HTMLElement | undefined;
  wrong?.focus();
}
