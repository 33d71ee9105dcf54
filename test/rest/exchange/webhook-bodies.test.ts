import { beforeAll, describe, expect, it } from 'vitest';
import { openapi } from '../../../src/rest/openapi.ts';
import { findFaults } from '../../bodies.ts';
import { startServer, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';
import { aHook, aScene } from '../../webhook-scene.ts';

const document = openapi('1.0.0');

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('what is sent', () => {
  it('is as the OpenAPI document says, for the events of much work', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver, { types: ['*'] });
    const { owner, id, space } = scene;
    const inSpace = `/v1/spaces/${space.id}`;
    const request = (await owner.rest(`POST ${inSpace}/change-requests`, { subject: 'News' })).body;
    const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } }];
    await owner.rest(`POST ${inSpace}/change-requests/${request.id}/content`, { changes });
    await owner.rest(`POST ${inSpace}/change-requests/${request.id}/merge`);
    const thread = (await owner.rest(`POST ${inSpace}/comments`, { body: { markdown: 'Hello' } })).body;
    await owner.rest(`POST ${inSpace}/comments/${thread.id}/replies`, { body: { markdown: 'Hello' } });
    await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'Shelf' });
    await owner.rest(`POST /v1/orgs/${id}/sites`, { title: 'Docs', type: 'basic' });
    await owner.rest(`PUT /v1/orgs/${id}/teams`, { title: 'Team' });
    await owner.rest(`POST /v1/orgs/${id}/renderers`, { url: 'https://r.example.org', secret: 'sixteen characters' });
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Renamed' });
    const siteId: string = (await owner.rest(`GET /v1/orgs/${id}/sites`)).body.items[0].id;
    const redirect = { source: '/old', destination: { kind: 'url', url: 'https://example.org/new' } };
    await owner.rest(`POST /v1/orgs/${id}/sites/${siteId}/redirects`, redirect);
    await owner.rest(`PUT /v1/orgs/${id}/sites/${siteId}/custom-hostname`, {
      hostname: `told-${process.pid}.example.org`,
    });
    await owner.rest(`POST /v1/orgs/${id}/translations`, { title: 'Docs', languages: ['de'] });
    await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example' });
    const name = `told-${id.slice(4)}`;
    const published = { title: 'Example', description: 'An example', script: 'void 0', organization: id };
    await owner.rest(`POST /v1/integrations/${name}`, published);
    const installations = `/v1/integrations/${name}/installations`;
    const installation = (await owner.rest(`POST ${installations}`, { organization: id })).body;
    await owner.rest(`POST ${installations}/${installation.id}/spaces`, { space: space.id });
    await owner.rest(`POST ${installations}/${installation.id}/sites`, { siteId });
    const delivered = async () => {
      const latest = (await owner.rest(`GET /v1/orgs/${id}/events?order=desc&limit=1`)).body.items[0].position;
      await until(
        async () => (await owner.rest(`GET ${at}/deliveries?state=delivered`)).body.count,
        (count) => count === latest,
      );
    };
    // A delivery shows its object as it is when it is sent, so none that is under way may lose its space.
    await delivered();
    await owner.rest(`DELETE ${inSpace}`);
    await delivered();
    const { webhooks, components } = document as any;
    const { Event } = components.schemas;
    for (const { body } of receiver.calls) {
      const [, own] = webhooks[body['type']].post.requestBody.content['application/json'].schema.allOf;
      const schema = { ...Event, properties: { ...Event.properties, ...own.properties } };
      expect([body['type'], findFaults(schema, body)]).toEqual([body['type'], null]);
    }
    const shown = receiver.calls.filter(({ body }) => body['resource']).map(({ body }) => body['type']);
    expect([...new Set(shown)].toSorted()).toEqual(
      expect.arrayContaining([
        'change_request.merged',
        'collection.created',
        'comment.created',
        'comment_reply.created',
        'content.updated',
        'hostname.added',
        'installation.created',
        'installation_site.added',
        'installation_space.added',
        'integration.published',
        'organization.updated',
        'renderer.created',
        'saml_provider.created',
        'site.created',
        'site_redirect.created',
        'team.created',
        'translation.created',
        'webhook.created',
      ]),
    );
  });
});
