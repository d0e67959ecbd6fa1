type Position = { latitude: number; longitude: number; accuracy: number };

/** Asks the browser for the position of the device. @returns null if it is unknown or not allowed */
export const readPosition = (): Promise<Position | null> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge: 30_000, timeout: 10_000 },
    );
  });
