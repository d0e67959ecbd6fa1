import { describe, expect, it } from 'vitest';
import { isMoment, resolveMoment } from './moment.ts';

const iso = (text: string, now: string, zone: string) => resolveMoment(text, new Date(now), zone).toISOString();

describe('isMoment and resolveMoment', () => {
  it.each(['-30d', '+180d', '+3d14h', '-2d9h', '+8h', '2026-05-01', '2026-05-01T09:00', '2026-05-01T09:00+08:00'])(
    'accepts %s',
    (text) => expect(isMoment(text)).toBe(true),
  );

  it.each(['yesterday', '+', '30d', '2026-02-30', '2026-05-01+08:00', '2026-05-01T25:00', '01.05.2026'])(
    'rejects %s',
    (text) => expect(isMoment(text)).toBe(false),
  );

  it('resolves relative moments from the day of import in the time zone of the tenant', () => {
    // In Shanghai it is already the 11th.
    expect(iso('+0d', '2026-05-10T17:00:00Z', 'Asia/Shanghai')).toBe('2026-05-10T16:00:00.000Z');
    expect(iso('-2d9h', '2026-05-10T17:00:00Z', 'Asia/Shanghai')).toBe('2026-05-09T01:00:00.000Z');
    expect(iso('+3d14h', '2026-05-10T03:00:00Z', 'Asia/Shanghai')).toBe('2026-05-13T06:00:00.000Z');
  });

  it('keeps the hour across a change to daylight saving time', () => {
    expect(iso('+2d9h', '2026-03-28T12:00:00Z', 'Europe/Oslo')).toBe('2026-03-30T07:00:00.000Z');
    expect(iso('-2d9h', '2026-03-30T12:00:00Z', 'Europe/Oslo')).toBe('2026-03-28T08:00:00.000Z');
  });

  it('resolves moments without an offset in the time zone of the tenant', () => {
    expect(iso('2026-05-01T09:00', '2026-01-01T00:00:00Z', 'Asia/Shanghai')).toBe('2026-05-01T01:00:00.000Z');
    expect(iso('2026-05-01', '2026-01-01T00:00:00Z', 'Asia/Shanghai')).toBe('2026-04-30T16:00:00.000Z');
    expect(iso('2026-05-01T09:00Z', '2026-01-01T00:00:00Z', 'Asia/Shanghai')).toBe('2026-05-01T09:00:00.000Z');
  });
});
