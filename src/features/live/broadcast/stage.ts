/** Pictures a second, by the ticks of the worker. */
const FRAMES = 20;

export type Pictures = { camera: boolean; screen: boolean };

/**
 * Composes what is broadcast: screen, camera or the camera in a corner of the screen on a canvas, and the microphone with the sound
 * of the screen. The recorder gets one stream whose tracks stay the same, so sources can change while it records.
 */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly stream: MediaStream;
  isPaused = false;
  /** Called when the user ends the sharing of the screen in the browser. */
  onScreenEnded: () => void = () => undefined;
  /** Resolves when the first devices were opened: from then on the browser tells the names of all. */
  readonly opened: Promise<void>;
  ready: () => void = () => undefined;
  readonly #context: CanvasRenderingContext2D;
  readonly #audio = new AudioContext();
  readonly #out = this.#audio.createMediaStreamDestination();
  readonly #voice = this.#audio.createGain();
  readonly #analyser = this.#audio.createAnalyser();
  readonly #samples = new Float32Array(1024);
  readonly #worker = new Worker(new URL('./tick-in-worker.ts', import.meta.url), { type: 'module' });
  readonly #sources = new Map<'camera' | 'screen' | 'microphone', { stream: MediaStream; video: HTMLVideoElement }>();
  #microphone: MediaStreamAudioSourceNode | null = null;
  #sound: MediaStreamAudioSourceNode | null = null;

  constructor({ width, height }: { width: number; height: number }) {
    this.canvas = Object.assign(document.createElement('canvas'), { width, height });
    this.#context = this.canvas.getContext('2d', { alpha: false })!;
    this.#voice.connect(this.#analyser);
    this.#voice.connect(this.#out);
    this.stream = new MediaStream([
      ...this.canvas.captureStream(FRAMES).getVideoTracks(),
      ...this.#out.stream.getAudioTracks(),
    ]);
    this.opened = new Promise((resolve) => (this.ready = resolve));
    this.#worker.onmessage = () => this.#draw();
    void this.#audio.resume();
  }

  get pictures(): Pictures {
    return { camera: this.#sources.has('camera'), screen: this.#sources.has('screen') };
  }

  /** @param id of the device; empty: any; null: none. @throws DOMException as `getUserMedia` */
  async setCamera(id: string | null): Promise<void> {
    const video = { width: { ideal: this.canvas.width }, height: { ideal: this.canvas.height } };
    await this.#replace('camera', id === null ? null : { video: { ...video, ...exactly(id) } });
  }

  /** @throws DOMException as `getUserMedia` */
  async setMicrophone(id: string | null): Promise<void> {
    await this.#replace('microphone', id === null ? null : { audio: { echoCancellation: true, ...exactly(id) } });
    this.#microphone?.disconnect();
    const stream = this.#sources.get('microphone')?.stream;
    this.#microphone = stream ? this.#audio.createMediaStreamSource(stream) : null;
    this.#microphone?.connect(this.#voice);
  }

  /** @throws DOMException as `getDisplayMedia` */
  async setScreen(isShared: boolean): Promise<void> {
    const stream = isShared ? await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true }) : null;
    this.#end('screen');
    this.#sound?.disconnect();
    this.#sound = null;
    if (!stream) return;
    await this.#show('screen', stream);
    stream.getVideoTracks()[0]?.addEventListener('ended', () => {
      this.#end('screen');
      this.onScreenEnded();
    });
    if (stream.getAudioTracks().length > 0) {
      this.#sound = this.#audio.createMediaStreamSource(stream);
      this.#sound.connect(this.#out);
    }
  }

  set isMuted(muted: boolean) {
    this.#voice.gain.value = muted ? 0 : 1;
  }

  /** Loudness of the microphone as it is broadcast, 0 to 1. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, each) => sum + each * each, 0) / this.#samples.length;
    return Math.min(1, Math.sqrt(power) * 4);
  }

  close(): void {
    this.#worker.terminate();
    for (const name of [...this.#sources.keys()]) this.#end(name);
    for (const track of this.stream.getTracks()) track.stop();
    void this.#audio.close();
  }

  async #replace(name: 'camera' | 'microphone', constraints: MediaStreamConstraints | null): Promise<void> {
    // The same device cannot be opened twice in some browsers.
    this.#end(name);
    if (constraints) await this.#show(name, await navigator.mediaDevices.getUserMedia(constraints));
  }

  async #show(name: 'camera' | 'screen' | 'microphone', stream: MediaStream): Promise<void> {
    const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, srcObject: stream });
    this.#sources.set(name, { stream, video });
    if (name !== 'microphone') await video.play().catch(() => undefined);
  }

  #end(name: 'camera' | 'screen' | 'microphone'): void {
    const source = this.#sources.get(name);
    for (const track of source?.stream.getTracks() ?? []) track.stop();
    if (source) source.video.srcObject = null;
    this.#sources.delete(name);
  }

  #draw(): void {
    const { width, height } = this.canvas;
    this.#context.fillRect(0, 0, width, height);
    if (this.isPaused) return;
    const [screen, camera] = [this.#sources.get('screen')?.video, this.#sources.get('camera')?.video];
    if (screen) this.#contain(screen, 0, 0, width, height);
    if (!camera) return;
    if (screen) this.#contain(camera, width * 0.75, height * 0.75, width / 4, height / 4);
    else this.#contain(camera, 0, 0, width, height);
  }

  #contain(video: HTMLVideoElement, x: number, y: number, width: number, height: number): void {
    if (video.videoWidth === 0) return;
    const scale = Math.min(width / video.videoWidth, height / video.videoHeight);
    const [w, h] = [video.videoWidth * scale, video.videoHeight * scale];
    this.#context.drawImage(video, x + (width - w) / 2, y + (height - h) / 2, w, h);
  }
}

const exactly = (id: string) => (id === '' ? {} : { deviceId: { exact: id } });
