import { hash } from 'node:crypto';
import type { Download } from '../domain/authoring/content/queries/files.ts';
import { html } from '../lib/html.ts';
import { pageHeaders } from './headers.ts';

/** An answer at a published URL. */
export interface ReaderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Cookies that the browser is to keep. */
  readonly cookies?: readonly string[];
  /** Empty for a redirect. */
  readonly body: Buffer;
  /** The page that the answer shows. */
  readonly shown?: { readonly spaceId: string; readonly pageId: string };
  /** A file that is sent from the file storage instead of a body. */
  readonly file?: Download;
  /** The body compressed with Brotli, once somebody has asked for it, and whether it can become smaller. */
  brotli?: { readonly bytes: Buffer; readonly isSmallest: boolean };
}

/** Who may keep an answer: everybody, the browser of the visitor, or nobody. */
export type Audience = 'everyone' | 'visitor' | 'nobody';

const cacheControls: Readonly<Record<Audience, string>> = {
  everyone: 'public, max-age=0, must-revalidate',
  visitor: 'private, no-cache',
  nobody: 'no-store',
};

export const cacheHeaders = (audience: Audience): Record<string, string> => ({
  'cache-control': cacheControls[audience],
  ...(audience === 'everyone' ? {} : { vary: 'Cookie' }),
});

interface TextAnswer {
  readonly status?: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with a text. Its tag is made of its bytes, so that writes elsewhere leave it as it is. */
export function answerText({ status = 200, type, text, headers = {} }: TextAnswer): ReaderAnswer {
  const body = Buffer.from(text);
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { status, headers: { 'content-type': `${type}; charset=utf-8`, etag, ...headers }, body };
}

/** What somebody is told who asks for more than an address may, in a sentence, and after how many seconds it goes on. */
export const answerTooMany = (sentence: string, seconds: number): ReaderAnswer =>
  answerText({
    status: 429,
    type: 'text/plain',
    text: `${sentence} Please try again in a minute.\n`,
    headers: { 'cache-control': 'no-store', 'retry-after': String(seconds) },
  });

/** Leads to what a form has done, with GET. */
export const answerDone = (location: string): ReaderAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: Buffer.alloc(0),
});

/** A redirect. `isPermanent` ones are 308, so browsers need not ask again. */
export const answerMoved = (location: string, isPermanent: boolean): ReaderAnswer => ({
  status: isPermanent ? 308 : 302,
  headers: { location, 'cache-control': 'no-cache' },
  body: Buffer.alloc(0),
});

/**
 * Leads on from a form. It is a page and no redirect, because the policy of pages forbids their forms to be redirected to
 * another origin, such as that of a sign-in.
 */
export function answerOnward(location: string, cookies: readonly string[] = []): ReaderAnswer {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${location}">
<title>${location}</title>
<p><a href="${location}">${location}</a></p>
`;
  const headers = {
    ...pageHeaders({ runsScripts: false, fontOrigins: [] }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { ...answerText({ type: 'text/html', text: page.html, headers }), cookies };
}
