import { act } from '@testing-library/react';

/** A form that was sent, and how it was answered. */
export interface Upload {
  call: string;
  headers: Headers;
  body: FormData;
}

interface UploadReply {
  /** 0 is no answer at all. */
  status?: number;
  body?: unknown;
}

/** Stands in for the browser's XMLHttpRequest, as far as upload.ts uses it, until the test ends. */
export function fakeUploads(answers: Record<string, UploadReply | ((upload: Upload) => UploadReply)>) {
  const uploads: Upload[] = [];
  const latest = { progress: (_loaded: number, _total: number) => {}, finish: () => {} };
  let isHeld = false;
  class FakeRequest {
    status = 0;
    responseText = '';
    timeout = 0;
    upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    onerror = () => {};
    private call = '';
    private readonly headers = new Headers();
    open(method: string, path: string) {
      this.call = `${method} ${path}`;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getResponseHeader() {
      return null;
    }
    send(body: FormData) {
      const sent = { call: this.call, headers: this.headers, body };
      uploads.push(sent);
      latest.progress = (loaded, total) => this.upload.onprogress?.({ lengthComputable: true, loaded, total });
      latest.finish = () => {
        const answer = answers[this.call] ?? { status: 404, body: { detail: 'Không tìm thấy' } };
        const { status = 200, body: said } = typeof answer === 'function' ? answer(sent) : answer;
        this.status = status;
        this.responseText = said === undefined ? '' : JSON.stringify(said);
        if (status === 0) this.onerror();
        else this.onload();
      };
      if (isHeld) return;
      latest.progress(1, 2);
      setTimeout(latest.finish);
    }
  }
  jest.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(() => new FakeRequest() as unknown as XMLHttpRequest);
  return {
    uploads,
    answer: (changed: typeof answers) => void Object.assign(answers, changed),
    /** The next uploads stand still until the test moves the latest on. */
    hold: () => void (isHeld = true),
    progress: (loaded: number, total: number) => act(() => latest.progress(loaded, total)),
    finish: () => act(() => latest.finish()),
  };
}
