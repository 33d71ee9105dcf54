import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileServer } from '../hostile/server.ts';
import { zipOf } from './download.ts';

/** Returns a function that sends a request as the administrator. It throws for any answer but success. */
export const senderTo =
  (server: HostileServer) =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const { status, text } = await server.call(method, path, body);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Body;
  };

interface Job {
  readonly state: string;
  readonly error?: unknown;
  readonly result?: {
    readonly importedResources: number;
    readonly skipped: readonly { readonly key: string; readonly reason: string }[];
  };
}

interface Links {
  readonly stats: { readonly total: number; readonly broken: { readonly total: number } };
}

/** A set in a space of its own. */
export interface ImportedSet {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly imported: number;
  readonly skipped: number;
  readonly links: number;
  readonly broken: number;
}

/** Imports a folder into a new space. */
export async function importSet(server: HostileServer, folder: string): Promise<ImportedSet> {
  const send = senderTo(server);
  const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');
  const organizationId = items[0]?.id ?? '';
  const { id } = await send<{ id: string }>('POST', `/v1/orgs/${organizationId}/spaces`, { title: 'Set' });
  const uploaded = await fetch(`${server.url}/uploads?name=set.zip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/zip' },
    body: new Uint8Array(zipOf(folder)),
  });
  const { url } = (await uploaded.json()) as { url: string };
  const query = `mutation ($id: ID!, $url: URL!) {
    startImport(spaceId: $id, input: { url: $url, source: ZIP }) { job { id } } }`;
  const begun = await send<{ data: { startImport: { job: { id: string } } } }>('POST', '/graphql', {
    query,
    variables: { id, url },
  });
  for (;;) {
    const job = await send<Job>('GET', `/v1/jobs/${begun.data.startImport.job.id}`);
    if (job.state === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`);
    if (job.state === 'completed') {
      const { stats } = await send<Links>('GET', `/v1/spaces/${id}/links?limit=0`);
      const { importedResources = 0, skipped = [] } = job.result ?? {};
      const { total: links, broken } = stats;
      return {
        organizationId,
        spaceId: id,
        imported: importedResources,
        skipped: skipped.length,
        links,
        broken: broken.total,
      };
    }
    await sleep(200);
  }
}
