import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const event = {
  uid: 'a@example',
  title: '消防, 实训; 一\\二',
  description: 'Line one\nLine two',
  place: 'Hall 1',
  url: 'https://example.com/watch',
  startAt: new Date('2026-11-23T06:00:00Z'),
  endAt: new Date('2026-11-23T08:30:00Z'),
  changedAt: new Date('2026-11-01T00:00:00Z'),
  cancelled: false,
};
const unfolded = (text: string) => text.replace(/\r\n /g, '').split('\r\n');

it('writes one event in UTC, with escaped texts', () => {
  const lines = unfolded(calendarFile(event));
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  expect(lines).toContain('DTSTART:20261123T060000Z');
  expect(lines).toContain('DTEND:20261123T083000Z');
  expect(lines).toContain('SUMMARY:消防\\, 实训\\; 一\\\\二');
  expect(lines).toContain('DESCRIPTION:Line one\\nLine two');
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(calendarFile({ ...event, cancelled: true })).toContain('STATUS:CANCELLED\r\n');
});

it('cannot be extended by a title with line breaks or control characters', () => {
  const text = calendarFile({ ...event, title: 'a\r\nATTENDEE:b\u0000\u007f' });
  expect(unfolded(text)).toContain('SUMMARY:a\\nATTENDEE:b');
});

it('folds lines at 75 octets between characters', () => {
  const title = `${'灭火器'.repeat(40)}😀end`;
  const text = calendarFile({ ...event, title });
  expect(unfolded(text)).toContain(`SUMMARY:${title}`);
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeGreaterThan(70);
  expect(text).not.toContain('�');
});

it('changes its sequence with every change', () => {
  const sequence = (changedAt: Date) => Number(/SEQUENCE:(\d+)/.exec(calendarFile({ ...event, changedAt }))![1]);
  expect(sequence(new Date('2026-11-01T00:00:01Z'))).toBeGreaterThan(sequence(event.changedAt));
});
