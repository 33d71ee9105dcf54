import { paragraphOf, textNode, voidBlock, type Block } from '../document.ts';
import { referenceTo, type ReadContext } from './read-context.ts';
import type { Tag } from './tag-syntax.ts';

type OpenApiTag = 'openapi' | 'swagger' | 'openapi-operation' | 'openapi-schemas' | 'openapi-webhook';

/** Converts a tag that shows a part of a specification. A tag without a specification becomes its content. */
export function openApiBlock(reading: ReadContext, name: OpenApiTag, tag: Tag, inside: () => Block[]): Block[] {
  const { attributes } = tag;
  const { path = '', method = '', spec = '' } = attributes;
  const meta = (text: string) => ({ meta: { id: readId(text) } });
  if ((name === 'openapi' || name === 'swagger') && spec === '') {
    const ref = referenceTo(reading, attributes['src'] ?? '');
    if (ref.kind !== 'url' && ref.kind !== 'file') return [named(`${method} ${path}`), ...inside()];
    const data = {
      ref,
      path,
      method: method.toLowerCase(),
      ...(attributes['expanded'] === 'true' && { expanded: true }),
      ...(attributes['fullWidth'] === 'true' && { fullWidth: true }),
    };
    return [voidBlock('swagger', data, meta(`${method} ${path}`))];
  }
  if (spec === '') return [named(`${method} ${path}`), ...inside()];
  const ref = { kind: 'openapi', spec } as const;
  if (name === 'openapi-operation' || name === 'openapi' || name === 'swagger')
    return [voidBlock('openapi-operation', { ref, path, method: method.toLowerCase() }, meta(`${method} ${path}`))];
  if (name === 'openapi-webhook') {
    const hook = attributes['name'] ?? '';
    return [voidBlock(name, { ref, name: hook, method: method.toLowerCase() }, meta(`${method} ${hook}`))];
  }
  const schemas = (attributes['schemas'] ?? attributes['schema'] ?? '').split(',').filter((one) => one !== '');
  const grouped = attributes['grouped'] === 'true';
  return [voidBlock(name, { ref, schemas, ...(grouped && { grouped }) }, meta(schemas.join('-')))];
}

const named = (text: string): Block =>
  paragraphOf([textNode(text.trim() || 'OpenAPI', [{ object: 'mark', type: 'code' }])]);

const readId = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.+_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'openapi';
