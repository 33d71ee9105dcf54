import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Harness } from '../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const get = (url: string, accept: string) => server.app.inject({ method: 'GET', url, headers: { accept } });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an address that the server does not have', () => {
  it.each(['/nowhere', '/v1/nowhere', '/nowhere?next=<script>', '/assets/none.css'])(
    'is a page in a browser: %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url, browser);
      expect([statusCode, headers['content-type'], headers['vary']]).toEqual([
        404,
        'text/html; charset=utf-8',
        'Accept',
      ]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body).toContain('<h1>Nothing is at this address</h1>');
      expect(body).not.toContain('<script');
      const links = [...body.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      const answers = await Promise.all(links.filter((href) => href !== '/manual/').map((href) => get(href, browser)));
      expect(answers.filter((answer) => answer.statusCode >= 400)).toEqual([]);
    },
  );

  it.each(['*/*', 'application/json'])('is the common error body for who accepts %s', async (accept) => {
    const { statusCode, headers, body } = await get('/nowhere', accept);
    expect([statusCode, headers['content-type'], JSON.parse(body).error.type]).toEqual([
      404,
      'application/json; charset=utf-8',
      'route_not_found',
    ]);
  });
});

describe('what browsers and crawlers ask for', () => {
  it('/favicon.ico leads to the icon of the pages', async () => {
    const { statusCode, headers } = await get('/favicon.ico', 'image/*');
    expect(statusCode).toBe(302);
    const icon = await get(String(headers['location']), 'image/*');
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });

  it('/robots.txt keeps crawlers away', async () => {
    const { statusCode, headers, body } = await get('/robots.txt', '*/*');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe('User-agent: *\nDisallow: /\n');
  });

  it('/login says what to do without a passkey and single sign-on', async () => {
    const { body } = await get('/login', browser);
    expect(body).toContain('npx octavo user link');
    expect(body).toContain('/manual/people/let-people-in');
  });
});
