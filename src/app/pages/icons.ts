import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matches } from '../http/if-none-match.ts';
import { imageHeaders } from './headers.ts';
import { readIconSet } from './icon-set.ts';

/** What the free set has in place of icons that the renderer of published sites shows itself and that are not in it. */
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

/** Reads the icons with the first request for one. Maps, because a name such as `constructor` is no icon. */
function icons(): Icons {
  loaded ??= new Map(Object.entries(readIconSet()).map(([style, set]) => [style, new Map(Object.entries(set))]));
  return loaded;
}

/** The icon in a style. The free set has most icons in the style `solid` only, so it takes the place of others. */
function findIcon(style: string, name: string): string | undefined {
  const find = (one: string) => icons().get(style)?.get(one) ?? icons().get('solid')?.get(one);
  const standIn = standIns[name];
  return find(name) ?? (standIn === undefined ? undefined : find(standIn));
}

/**
 * Serves `GET /icons/svgs/{style}/{name}.svg`, the addresses that the renderer of published sites makes of its setting
 * `GITBOOK_ICONS_URL`. Names are looked up in the set and never in the file system. Any page may use the icons.
 */
export function registerIcons(app: FastifyInstance): void {
  app.get<{ Params: { style: string; name: string } }>('/icons/svgs/:style/:name.svg', (request, reply) => {
    const { style, name } = request.params;
    const svg = findIcon(style, name);
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
    // The answer is the same for every caller.
    void reply.removeHeader('vary');
    return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(svg);
  });
}
