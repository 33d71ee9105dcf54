import { expect } from 'vitest';
import { baseUrl, type Caller, type Harness } from '../../harness.ts';
import { readPdf } from './read-pdf.ts';

export const download = ({ app }: Harness, url: string) =>
  app.inject({ method: 'GET', url: url.slice(baseUrl.length) });

/**
 * Prints a PDF and reads it. Repeats the request when the job takes longer than a request may take, as clients do: the
 * next request waits for the same job.
 */
export async function printPdf(server: Harness, caller: Caller, signature: string) {
  let answer = await caller.rest(signature);
  while (answer.status === 504) answer = await caller.rest(signature);
  const { status, body } = answer;
  expect([status, body]).toEqual([200, { url: expect.stringContaining(`${baseUrl}/pdfs/pdf_`) }]);
  const { rawPayload, statusCode, headers } = await download(server, body.url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPdf(rawPayload);
}
