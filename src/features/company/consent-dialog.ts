/** Asks in the dialog of `ConsentDialog.astro`. @returns whether the person agreed */
export function askConsent(): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>('[data-consent]')!;
  return new Promise((resolve) => {
    let agreed = false;
    const close = () => dialog.close();
    const agree = () => {
      agreed = true;
      close();
    };
    const buttons = [
      [dialog.querySelector('[data-agree]')!, agree],
      [dialog.querySelector('[data-cancel]')!, close],
    ] as const;
    for (const [button, act] of buttons) button.addEventListener('click', act);
    // Also after Escape.
    dialog.addEventListener(
      'close',
      () => {
        for (const [button, act] of buttons) button.removeEventListener('click', act);
        resolve(agreed);
      },
      { once: true },
    );
    dialog.showModal();
  });
}
