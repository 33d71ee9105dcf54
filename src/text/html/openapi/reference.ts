import { stringOf, type Block } from '../../rich-text/document.ts';
import type { OpenApiReference } from '../compiled-text.ts';

/** What a block of OpenAPI shows; null when it names a file, which is not read. */
export function openApiReference({ type, data }: Block): OpenApiReference | null {
  const { ref } = data;
  const spec = specIn(type, ref);
  if (spec === null) return null;
  const [method, path, name] = [data['method'], data['path'], data['name']].map(stringOf);
  if (type === 'openapi-schemas') {
    const { schemas } = data;
    return { kind: 'openapi', part: 'schemas', spec, names: Array.isArray(schemas) ? schemas.map(stringOf) : [] };
  }
  const isWebhook = type === 'openapi-webhook';
  return {
    kind: 'openapi',
    part: isWebhook ? 'webhook' : 'operation',
    spec,
    names: [`${method} ${isWebhook ? name : path}`],
  };
}

function specIn(type: Block['type'], ref: Block['data']['ref']): string | null {
  if (type === 'swagger') return ref?.kind === 'url' ? ref.url : null;
  return ref?.kind === 'openapi' ? ref.spec : null;
}
