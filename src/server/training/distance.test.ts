import { expect, it } from 'vitest';
import { distance } from './distance.ts';

it('measures along the surface of the earth', () => {
  const shanghai = { latitude: 31.2304, longitude: 121.4737 };
  const beijing = { latitude: 39.9042, longitude: 116.4074 };
  expect(distance(shanghai, beijing) / 1000).toBeCloseTo(1067, -1);
  expect(distance(shanghai, shanghai)).toBe(0);
  // A degree of latitude, and one of longitude, which is shorter away from the equator.
  expect(distance({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_195, -1);
  expect(distance({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 1 })).toBeCloseTo(55_597, -2);
  expect(distance({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(22_239, -1);
});
