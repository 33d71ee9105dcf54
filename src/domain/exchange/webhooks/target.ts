import { createAllowList } from '../../../lib/allow-list.ts';
import { invalid } from '../../../lib/errors.ts';
import { parseAddress } from '../../../infra/fetch/address.ts';
import type { Context } from '../../core/context.ts';
import { requireReachable } from '../../core/destination.ts';

/** Whether an address has TLS, or a host that the instance allows to have none. */
export function isSafeTarget({ config }: Pick<Context, 'config'>, text: string): boolean {
  const url = new URL(text);
  if (url.protocol === 'https:') return true;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 80 : Number(url.port);
  // Which address a name has is known at the request: a range allows addresses alone.
  const address = parseAddress(hostname) ?? parseAddress('::');
  return address !== null && createAllowList(config.IMPORT_ALLOW_HOSTS)({ hostname, port, address });
}

/** Throws validation_failed for an address without TLS, or of a host that is never called. `path` is that of the input field. */
export function requireSafeTarget(ctx: Context, text: string, path: string): void {
  if (!isSafeTarget(ctx, text)) throw invalid(path, 'must begin with https', 'https');
  requireReachable(ctx, text, path);
}
