import { ownAddresses } from '../domain/publishing/addresses/address.ts';

/** What a path below a space on a site asks for. */
export type ReaderRoute =
  | { readonly kind: 'page' }
  | { readonly kind: 'markdown'; readonly slugs: readonly string[] }
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'card'; readonly id: string; readonly version: string }
  | { readonly kind: 'page-id'; readonly id: string }
  | { readonly kind: 'style' }
  | { readonly kind: 'favicon' }
  | { readonly kind: 'search' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'list' }
  | { readonly kind: 'feedback' }
  | { readonly kind: 'mcp' }
  | { readonly kind: 'text'; readonly name: TextName }
  | { readonly kind: 'unknown' };

const textNames = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'robots.txt', 'updates.atom', 'opensearch.xml'] as const;
export type TextName = (typeof textNames)[number];

const isTextName = (name: string): name is TextName => textNames.some((one) => one === name);

/** Reads the segments below the path of a space. A name of a machine's text is one only where no page has it. */
export function routeReader(segments: readonly string[]): ReaderRoute {
  const [first = '', second = '', third = ''] = segments;
  if (first !== ownAddresses) return routePage(segments);
  if (second === 'files' && third !== '' && segments.length <= 4) return { kind: 'file', id: third };
  if (second === 'pages' && third !== '' && segments.length === 3) return { kind: 'page-id', id: third };
  if (second === 'cards' && segments.length === 3) return routeCard(third);
  if (segments.length !== 2) return { kind: 'unknown' };
  if (
    second === 'search' ||
    second === 'pdf' ||
    second === 'hidden' ||
    second === 'list' ||
    second === 'feedback' ||
    second === 'mcp'
  )
    return { kind: second };
  if (/^site\.[0-9a-f]{12}\.css$/.test(second)) return { kind: 'style' };
  if (/^favicon\.[0-9a-f]{12}\.svg$/.test(second)) return { kind: 'favicon' };
  return isTextName(second) ? { kind: 'text', name: second } : { kind: 'unknown' };
}

function routeCard(name: string): ReaderRoute {
  const [, id = '', version = ''] = /^(\w+)\.([0-9a-f]{12})\.png$/.exec(name) ?? [];
  return id === '' ? { kind: 'unknown' } : { kind: 'card', id, version };
}

function routePage(segments: readonly string[]): ReaderRoute {
  const last = segments.at(-1) ?? '';
  if (segments.length === 1 && isTextName(last)) return { kind: 'text', name: last };
  if (!last.endsWith('.md')) return { kind: 'page' };
  const name = last.slice(0, -3);
  return { kind: 'markdown', slugs: segments.length === 1 && name === 'index' ? [] : [...segments.slice(0, -1), name] };
}
