import { atom, type WritableAtom } from 'nanostores';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { type DraftContent, isSameContent, type KnownDraft, knownDraft, sentContent } from './draft-content.ts';
import { isRetried, isStopped, type SaveState, stateAfter } from './save-state.ts';

/** Time after the last change until the draft is sent, and after a failed attempt until the next one, ms. */
const SAVE_AFTER = 1_500;
const RETRY_AFTER = 10_000;
/** The form shows the errors; an ended session must not leave the page. */
const OWN_ERRORS = { _No_dispose: true };

export type Published = Data<'POST /community/auth/draft/publish'>;
/** What the form shows. */
export type DraftView = {
  content: DraftContent;
  state: SaveState;
  isRestored: boolean;
  /** Errors of the last save, by field. */
  errors: Record<string, string>;
};
type Device = {
  /** Keeps a change on this device until `forget`. */
  keep: (draft: KnownDraft) => void;
  forget: () => Promise<void>;
  /** The text was replaced: the editor has to show it. */
  onReplaced: (content: DraftContent) => void;
  /** Whether there are changes that only this device has. */
  onUnsaved: (isUnsaved: boolean) => void;
};

/**
 * A draft that saves itself: each change on this device, and on the server when the typing pauses. One save is under way at
 * a time. Conflicts with other tabs and devices are left to the person.
 */
export class DraftSync {
  readonly #id: string;
  readonly #given: KnownDraft;
  readonly #device: Device;
  /** What a form shows of it. */
  readonly $view: WritableAtom<DraftView>;
  #revision: number;
  /** There are changes that the server does not have. */
  #isChanged = false;
  #saving: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPublishing = false;

  constructor(id: string, given: KnownDraft, device: Device) {
    this.#id = id;
    this.#given = given;
    this.#device = device;
    this.#revision = given.revision;
    this.$view = atom<DraftView>({ content: given.content, state: 'idle', isRestored: false, errors: {} });
  }

  /** Takes up what this device had kept of an earlier visit. */
  restore(kept: KnownDraft): void {
    if (isSameContent(kept.content, this.#given.content)) return void this.#device.forget();
    this.#isChanged = true;
    this.#replace(kept.content);
    this.#device.onUnsaved(true);
    this.#show({ isRestored: true });
    // Saved elsewhere since.
    if (this.#given.revision > kept.revision) return this.#show({ state: 'changed' });
    this.#revision = kept.revision;
    this.#show({ state: 'unsaved' });
    this.#schedule(0);
  }

  change(part: Partial<DraftContent>): void {
    const { state } = this.$view.get();
    this.#isChanged = true;
    this.#show({ content: { ...this.$view.get().content, ...part } });
    this.#device.keep({ content: this.$view.get().content, revision: this.#revision });
    this.#device.onUnsaved(true);
    if (isStopped(state) || isRetried(state)) return;
    if (!this.#saving) this.#show({ state: 'unsaved' });
    this.#schedule(SAVE_AFTER);
  }

  /** Tries again after a lost connection or a new login. */
  retry(): void {
    if (isRetried(this.$view.get().state)) void this.#save();
  }

  /**
   * Publishes the newest text; repeated, also from another tab, the server answers with the same post.
   * @throws ApiError; the text is kept then
   */
  async publish(reason?: string): Promise<Published> {
    this.#isPublishing = true;
    clearTimeout(this.#timer);
    await this.#saving;
    try {
      const input = { id: this.#id, baseRevision: this.#revision, ...sentContent(this.$view.get().content), reason };
      const published = await api('POST /community/auth/draft/publish', input, OWN_ERRORS);
      await this.#device.forget();
      this.#device.onUnsaved(false);
      return published;
    } catch (error) {
      this.#isPublishing = false;
      if (!(error instanceof ApiError)) throw error;
      const state = stateAfter(error);
      if (state === 'failed') this.#schedule(SAVE_AFTER);
      else this.#refused(error);
      throw error;
    }
  }

  /** After `changed`: overwrites the other version, or takes it. */
  async resolve(which: 'mine' | 'other'): Promise<void> {
    try {
      const other = knownDraft(await api('GET /community/auth/draft/view', { id: this.#id }, OWN_ERRORS));
      this.#revision = other.revision;
      if (which === 'other') {
        this.#isChanged = false;
        this.#replace(other.content);
        await this.#device.forget();
        this.#device.onUnsaved(false);
        return this.#show({ state: 'saved', isRestored: false });
      }
    } catch (error) {
      // Deleted meanwhile: saving creates it again.
      if (!(error instanceof ApiError && error.code === 404)) return this.#refused(error);
    }
    await this.#save();
  }

  /** The form is gone. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#saving || this.#isPublishing || !this.#isChanged) return;
    this.#saving = this.#send();
    await this.#saving;
    this.#saving = undefined;
    if (this.$view.get().state === 'unsaved') this.#schedule(SAVE_AFTER);
  }

  async #send(): Promise<void> {
    const sent = this.$view.get().content;
    this.#isChanged = false;
    this.#show({ state: 'saving', errors: {} });
    try {
      const input = { id: this.#id, baseRevision: this.#revision, ...sentContent(sent) };
      const { revision } = await api('POST /community/auth/draft/save', input, OWN_ERRORS);
      this.#revision = revision;
      if (this.#isChanged) {
        this.#device.keep({ content: this.$view.get().content, revision });
        return this.#show({ state: 'unsaved' });
      }
      await this.#device.forget();
      this.#device.onUnsaved(false);
      this.#show({ state: this.#isChanged ? 'unsaved' : 'saved' });
    } catch (error) {
      this.#refused(error);
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const state = stateAfter(error);
    this.#isChanged = true;
    this.#show({ state, errors: state === 'failed' ? error.fields : {} });
    if (isRetried(state)) this.#schedule(RETRY_AFTER);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), delay);
  }

  #replace(content: DraftContent): void {
    this.#show({ content });
    this.#device.onReplaced(content);
  }

  #show(part: Partial<DraftView>): void {
    this.$view.set({ ...this.$view.get(), ...part });
  }
}
