import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerIcons } from '../../src/app/pages/icons.ts';

const notFound = { error: { code: 404 } };
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound));
  registerIcons(app);
  await app.ready();
});
afterAll(() => app.close());

const read = (path: string, headers = {}) => app.inject({ url: `/icons/svgs/${path}`, headers });

describe('GET /icons/svgs/{style}/{name}.svg', () => {
  it('an icon is an image that every page may use and that caches keep for a week', async () => {
    const response = await read('solid/gear.svg?v=2');
    expect([response.statusCode, response.body.slice(0, 5)]).toEqual([200, '<svg ']);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=604800',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['vary']).toBeUndefined();
    const again = await read('solid/gear.svg', { 'if-none-match': response.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('a style has its own icons, and those of the style solid for the others', async () => {
    const bodies = await Promise.all(
      ['solid/bell', 'regular/bell', 'light/bell', 'sharp-duotone/bell', 'regular/gear', 'solid/gear'].map(
        async (icon) => (await read(`${icon}.svg`)).body,
      ),
    );
    const [solid, regular, light, sharp, regularGear, gear] = bodies;
    expect(regular).not.toBe(solid);
    expect([light, sharp, regularGear]).toEqual([solid, solid, gear]);
  });

  it('brands, older names and the icons that the renderer shows itself are there', async () => {
    const names = ['brands/github', 'solid/home', 'regular/close', 'regular/arrow-up-right', 'regular/memo'];
    const more = ['regular/arrow-turn-down-left', 'regular/block-quote', 'regular/sun-bright'];
    for (const name of [...names, ...more]) expect([name, (await read(`${name}.svg`)).statusCode]).toEqual([name, 200]);
  });

  it.each([
    'solid/no-such-icon.svg',
    'solid/gear',
    'solid/gear.png',
    'solid/constructor.svg',
    '__proto__/toString.svg',
    'solid/../../package.svg',
    'solid/..%2f..%2fmetadata%2ficons.svg',
    '..%2f..%2fetc/passwd%00.svg',
    'solid/%ff.svg',
    `solid/${'x'.repeat(90)}.svg`,
  ])('%s is no icon', async (path) => {
    const response = await read(path);
    expect([400, 404, 414]).toContain(response.statusCode);
    expect(response.headers['content-type']).not.toContain('svg');
  });
});
