import { readToken } from '../../client/session.ts';
import { basePath } from '../../client/settings.ts';
import { words } from '../../words/words.ts';

/** What has become of an upload: the URL that stands for the file, or why there is none. */
export type Uploaded = { readonly url: string } | { readonly refusal: string };

/** Sends a file, and tells how much of it has arrived. A request of `fetch` would not tell. */
export const upload = (file: File, onProgress: (share: number) => void): Promise<Uploaded> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${basePath}/uploads?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('authorization', `Bearer ${readToken() ?? ''}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('error', () => resolve({ refusal: words.noAnswer }));
    request.addEventListener('load', () => {
      const answer = request.response as { url?: string; error?: { message?: string } } | null;
      resolve(answer?.url ? { url: answer.url } : { refusal: answer?.error?.message ?? words.noAnswer });
    });
    request.send(file);
  });
