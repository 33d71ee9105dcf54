import { get } from 'node:http';
import { SignJWT } from 'jose';
import { ask, type ServerProcess } from './server-process.ts';

/** What a browser gets: the status, the text, and the cookies that it keeps. */
interface Page {
  readonly status: number;
  readonly body: string;
  readonly cookie: string;
}

/** Reads a published URL from one of several servers, whatever port the URL names. */
export function readPage({ url: at }: Pick<ServerProcess, 'url'>, url: string, cookie = ''): Promise<Page> {
  const { hostname, pathname, search } = new URL(url);
  const { port } = new URL(at);
  const headers = { host: `${hostname}:${port}`, ...(cookie && { cookie }) };
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path: `${pathname}${search}`, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const cookies = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          cookie: cookies.join('; '),
        });
      });
    });
    asked.on('error', reject);
  });
}

const schema = { type: 'object', properties: { plan: { type: 'string' } }, additionalProperties: false };

/** A public site of one space, with a text for everybody and a page and a variant for those of the plan `pro`. */
export async function aWatchedSite(writer: ServerProcess) {
  const organizationId = (await ask(writer, 'GET /v1/orgs')).body.items[0].id as string;
  const aSpace = async (title: string) =>
    (await ask(writer, `POST /v1/orgs/${organizationId}/spaces`, { title })).body.id as string;
  const [spaceId, otherId] = [await aSpace('Watched'), await aSpace('For pros')];
  const insert = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const condition = "visitor.claims.plan == 'pro'";
  const changes = [insert('Home', 'Old text'), insert('Secret', 'Words for pros', { condition })];
  const { body: made } = await ask(writer, `POST /v1/spaces/${spaceId}/content`, { changes });
  await ask(writer, `POST /v1/spaces/${otherId}/content`, { changes: [insert('Other', 'Other words')] });
  const sites = `/v1/orgs/${organizationId}/sites`;
  const { body: site } = await ask(writer, `POST ${sites}`, { title: 'Watched', spaces: [spaceId, otherId] });
  const at = `${sites}/${site.id}`;
  await ask(writer, `PATCH ${at}`, { visibility: 'public' });
  await ask(writer, `PUT ${at}/adaptive-schema`, { jsonSchema: schema });
  const { body: published } = await ask(writer, `POST ${at}/publish`);
  const pages = (made.changes as { page: { id: string } }[]).map(({ page }) => page.id);
  const signIn = async (claims: object) => {
    const { body } = await ask(writer, `GET ${at}/publishing/auth`);
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(body.privateKey));
  };
  return { at, spaceId, pages, signIn, url: String(published.urls.published) };
}

/** Changes a page by a change request that is merged. */
export async function mergeText(writer: ServerProcess, spaceId: string, page: string | undefined, markdown: string) {
  const requests = `/v1/spaces/${spaceId}/change-requests`;
  const { body: request } = await ask(writer, `POST ${requests}`, { subject: 'Better' });
  const change = { operation: 'update_page', page, document: { markdown } };
  await ask(writer, `POST ${requests}/${request.id}/content`, { changes: [change] });
  return (await ask(writer, `POST ${requests}/${request.id}/merge`)).body.result as string;
}
