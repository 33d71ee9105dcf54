import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorDetail } from '../../lib/errors.ts';
import { invalidRequest } from '../../rest/variables.ts';

/**
 * Says which names of a request its operation does not know. By default they are ignored and listed in the header
 * `Warnings`; a caller who prefers strict handling (RFC 7240) gets 400. See docs/reference/resources.md.
 */
export function answerUnknownNames(
  request: FastifyRequest,
  reply: FastifyReply,
  unknown: readonly ErrorDetail[],
): void {
  const handling = handlingOf(request.headers['prefer']);
  if (handling !== null) void reply.header('preference-applied', `handling=${handling}`);
  if (unknown.length === 0) return;
  if (handling === 'strict') throw invalidRequest(unknown);
  void reply.header('warnings', warningsOf(unknown));
}

/** Maximum length of the header, which proxies buffer together with all others. */
const maxLength = 2_000;

function warningsOf(unknown: readonly ErrorDetail[]): string {
  const texts = unknown.map(({ path, message }) => quoted(`${path} ${message}`));
  return texts.reduce((all, text) => (all.length + text.length < maxLength ? `${all}, ${text}` : all));
}

/** Returns the preferred handling; null without one. The first counts if there are several. */
function handlingOf(header: string | string[] | undefined): 'strict' | 'lenient' | null {
  for (const preference of String(header ?? '').split(',')) {
    const [, value] = /^\s*handling\s*=\s*"?(\w+)"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (value !== undefined) return value.toLowerCase() === 'strict' ? 'strict' : 'lenient';
  }
  return null;
}

/** A string of structured fields (RFC 9651), which has only printable ASCII characters. */
const quoted = (text: string) =>
  `"${text.replaceAll(/[^\x20-\x7e]/gu, (other) => encodeURIComponent(other)).replaceAll(/["\\]/g, '\\$&')}"`;
