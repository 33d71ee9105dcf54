// The sign-in of a site's owner: a page that names its visitor and leads back with a token that says what the visitor may see.
// Started by reader.sh: `node serve-sign-in.mjs`. The first line of its input is the private key of the site's visitors and its
// URL, as soon as they are known.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

let [key, site] = ['', ''];
createInterface({ input: process.stdin }).once('line', (line) => ([key, site] = line.split(' ')));

/** A token that is valid for an hour, as any library for JWT makes it. */
function tokenFor(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const server = createServer((request, response) => {
  // Where the visitor wanted to go on the site.
  const { searchParams } = new URL(request.url, 'http://127.0.0.1');
  const place = searchParams.get('location')?.replace(/^\/+/, '') ?? '';
  const link = (name, claims) => {
    // Never the URL of another host, which would get the token.
    const target = new URL(`./${place}`, site);
    target.searchParams.set('jwt_token', tokenFor(claims));
    return `<p><a href="${target.href.replaceAll('&', '&amp;')}">I am ${name}</a></p>`;
  };
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><title>Sign in</title><h1>Sign in</h1>${link('a reader', {})}${link('an operator', { operator: true })}`,
  );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
