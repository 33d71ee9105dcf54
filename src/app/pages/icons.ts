import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { trustedHtml, type Safe } from '../../lib/html.ts';
import { matches } from '../http/if-none-match.ts';
import { imageHeaders } from './headers.ts';
import { readIconSet } from './icon-set.ts';

/** Free icons that replace icons of the paid set that the renderer of published sites uses in its own interface. */
const standIns: Readonly<Record<string, string>> = {
  'arrow-turn-down-left': 'arrow-turn-down',
  'arrow-up-right': 'arrow-up-right-from-square',
  'block-quote': 'quote-left',
  close: 'xmark',
  memo: 'file-lines',
  'sun-bright': 'sun',
};

type Icons = ReadonlyMap<string, ReadonlyMap<string, string>>;
let loaded: Icons | undefined;

/** Reads the icons with the first request. Maps, because a property lookup would find names such as `constructor`. */
function icons(): Icons {
  loaded ??= new Map(Object.entries(readIconSet()).map(([style, set]) => [style, new Map(Object.entries(set))]));
  return loaded;
}

/** Finds an icon in a style, or else in `solid`, because the free set has most icons in that style only. */
function findIconSvg(style: string, name: string): string | undefined {
  const find = (one: string) => icons().get(style)?.get(one) ?? icons().get('solid')?.get(one);
  const standIn = standIns[name];
  return find(name) ?? (standIn === undefined ? undefined : find(standIn));
}

/** The drawing of an icon of Font Awesome, which is decoration beside a word. */
export function drawIcon(name: string, style: 'regular' | 'solid' = 'regular'): Safe | null {
  const svg = findIconSvg(style, name);
  // The set is part of the program.
  return svg === undefined
    ? null
    : trustedHtml(svg.replace('<svg ', '<svg class="icon drawn" aria-hidden="true" ').replaceAll(/<!--.*?-->/gs, ''));
}

/**
 * Serves `GET /icons/svgs/{style}/{name}.svg`, the URLs that the renderer of published sites derives from its setting
 * `GITBOOK_ICONS_URL`. Names are looked up in the set and never in the file system. Pages of any origin may use the icons.
 */
export function registerIcons(app: FastifyInstance): void {
  app.get<{ Params: { style: string; name: string } }>('/icons/svgs/:style/:name.svg', (request, reply) => {
    const { style, name } = request.params;
    const svg = findIconSvg(style, name);
    if (svg === undefined) {
      reply.callNotFound();
      return reply;
    }
    const etag = `"${createHash('sha256').update(svg).digest('hex').slice(0, 16)}"`;
    void reply.headers({
      ...imageHeaders,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=604800',
      'content-type': 'image/svg+xml; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    // The response does not depend on request headers.
    void reply.removeHeader('vary');
    return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(svg);
  });
}
