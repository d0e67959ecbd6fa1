import Bowser from 'bowser';

export type Device = { kind: 'desktop' | 'phone' | 'tablet'; browser: string | null; system: string | null };

/** Apps that the library does not distinguish from the browser they embed. */
const EMBEDDED_BROWSERS: [RegExp, string][] = [
  [/\bwxwork\//i, 'WeCom'],
  [/\bDingTalk\//i, 'DingTalk'],
  [/\b(?:Feishu|Lark)\//i, 'Feishu'],
];

/** Returns browser with its main version, operating system and kind of device, from the user agent. */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { kind: 'desktop', browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const special = EMBEDDED_BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const version = special ? undefined : browser.version?.split('.')[0];
  return {
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'desktop',
    browser: special ?? (browser.name ? [browser.name, version].filter(Boolean).join(' ') : null),
    system: os.name || null,
  };
}
