import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReaderAnswer } from '../../reader/answer.ts';

/** Size in bytes above which a page is compressed once only, because a smaller form takes a second and more. */
const maxImproved = 524_288;

/** Whether a page is compressed again. One at a time, so that readers of other pages need not wait for it. */
let isImproving = false;

/**
 * Compresses a page with Brotli: quickly for the first request, and when a second one asks for the same answer, beside it, as
 * small as can be. A page that is read once, as by a crawler, does not pay for that.
 */
export async function compressAnswer(answer: ReaderAnswer): Promise<Buffer> {
  const { brotli } = answer;
  if (brotli === undefined) {
    const bytes = await compress(answer.body, { params: { [quality]: 5 } });
    answer.brotli ??= { bytes, isSmallest: false };
    return bytes;
  }
  if (!brotli.isSmallest && !isImproving && answer.body.length <= maxImproved) startImproving(answer);
  return brotli.bytes;
}

function startImproving(answer: ReaderAnswer): void {
  isImproving = true;
  compress(answer.body, { params: { [quality]: constants.BROTLI_MAX_QUALITY } }).then(
    (bytes) => {
      isImproving = false;
      answer.brotli = { bytes, isSmallest: true };
    },
    () => (isImproving = false),
  );
}

/** Compresses a page for a client that takes no Brotli, such as a browser without TLS. Few ask, so it is not kept. */
export const gzipAnswer = ({ body }: ReaderAnswer): Promise<Buffer> => compressWithGzip(body);

const compressWithGzip = promisify(gzip);
const compress = promisify(brotliCompress);
const quality = constants.BROTLI_PARAM_QUALITY;
