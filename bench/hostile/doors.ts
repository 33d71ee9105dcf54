import type { Answer, Call } from './server.ts';

export const doorNames = [
  'write',
  'document',
  'evaluated',
  'links',
  'search',
  'change',
  'diff',
  'pdf',
  'preview',
  'import',
  'crowd',
  'page',
  'markdown',
  'browser',
] as const;
export type Door = (typeof doorNames)[number];

/** Sends the request of an operation, and measures the server meanwhile. */
export type Watch = (door: Door, work: () => Promise<Answer>) => Promise<Answer>;

interface Place {
  readonly call: Call;
  readonly watch: Watch;
  /** Id of a new space. */
  readonly space: string;
  readonly spaceId: string;
  /** URL at which the text can be fetched. */
  readonly source: string;
}

const preview =
  'mutation ($id: ID!, $input: ImportContentInput!) { previewImport(spaceId: $id, input: $input) { totalResources } }';

/** Sends a text to every operation. If the first one refuses it, the text is only imported, because imports have other limits. */
export async function throughEveryDoor(text: string, place: Place): Promise<void> {
  const { call, watch, space, spaceId, source } = place;
  const written = await watch('write', () =>
    call('POST', `${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'A', document: { markdown: text } }],
    }),
  );
  if (written.status === 200) await throughThePage(text, place, written);
  const from = { url: source, source: 'markdown' };
  await watch('preview', () =>
    call('POST', '/graphql', {
      query: preview,
      variables: { id: spaceId, input: { ...from, source: 'MARKDOWN' } },
    }),
  );
  await watch('import', () => call('POST', `${space}/content/import`, from));
}

async function throughThePage(text: string, { call, watch, space }: Place, written: Answer): Promise<void> {
  const { changes } = JSON.parse(written.text) as { changes: { page: { id: string } }[] };
  const page = changes[0]?.page.id ?? '';
  const at = `${space}/content/page/${page}`;
  await watch('document', () => call('GET', `${at}?format=document`));
  await watch('evaluated', () => call('GET', `${at}?format=markdown&evaluated=true`));
  await watch('links', () => call('GET', `${space}/links`));
  await watch('search', () => call('GET', `${space}/search?query=a`));
  const changed = await watch('change', () =>
    call('POST', `${space}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: `b\n\n${text}` } }],
    }),
  );
  if (changed.status === 200) {
    const { id: revision } = JSON.parse((await call('GET', `${space}/content`)).text) as { id: string };
    await watch('diff', () => call('GET', `${space}/revisions/${revision}/changes`));
  }
  await watch('pdf', () => call('GET', `${space}/pdf`));
}
