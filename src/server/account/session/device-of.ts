import Bowser from 'bowser';

type Device = { kind: 'desktop' | 'phone' | 'tablet'; browser: string | null; system: string | null };

/** Programs that the library does not tell from the browser they are built on. */
const OTHERS: [RegExp, string][] = [
  [/\bwxwork\//i, 'WeCom'],
  [/\bDingTalk\//i, 'DingTalk'],
  [/\b(?:Feishu|Lark)\//i, 'Feishu'],
];

/** Browser with its main version, system and kind of device, as a user agent tells them: what a person knows a device by. */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { kind: 'desktop', browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const special = OTHERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const version = special ? undefined : browser.version?.split('.')[0];
  return {
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'desktop',
    browser: special ?? (browser.name ? [browser.name, version].filter(Boolean).join(' ') : null),
    system: os.name || null,
  };
}
