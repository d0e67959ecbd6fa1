/** Versions of agreement and privacy that somebody has accepted in this browser. */
const KEY = 'agreed';

/** The consent of a form (Consent.astro). Without a box there is nothing to accept. */
export type Consent = {
  readonly agreed: boolean;
  /** Keeps it for the next time, once the server has taken it. */
  remember(): void;
};

/** Ticks the box again for somebody who ticked it here before, for these very versions. */
export function startConsent(form: HTMLFormElement): Consent {
  const box = form.elements.namedItem('agreed') as HTMLInputElement | null;
  const versions = form.querySelector<HTMLElement>('[data-consent]')?.dataset.consent;
  if (box && localStorage.getItem(KEY) === versions) box.checked = true;
  return {
    get agreed() {
      return box ? box.checked : true;
    },
    remember() {
      if (box?.checked && versions) localStorage.setItem(KEY, versions);
    },
  };
}
