import { words } from '../words/words.ts';
import { readToken } from './session.ts';
import { basePath } from './settings.ts';

/** The address of a file that the server has received, or why it has not. */
type Sent = { readonly url: string } | { readonly failure: string };

interface Answer {
  readonly url?: string;
  readonly error?: { readonly message?: string };
}

/**
 * Sends a file as an upload (docs/reference/imports.md), and tells which share of it has been sent. By XMLHttpRequest, because `fetch`
 * tells nothing about what it sends.
 */
export const sendFile = (file: File, onProgress: (share: number) => void, signal?: AbortSignal): Promise<Sent> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${basePath}/uploads?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('authorization', `Bearer ${readToken() ?? ''}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const { url, error } = (request.response ?? {}) as Answer;
      resolve(url === undefined ? { failure: error?.message ?? words.noAnswer } : { url });
    });
    request.addEventListener('error', () => resolve({ failure: words.noAnswer }));
    request.addEventListener('abort', () => resolve({ failure: '' }));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
