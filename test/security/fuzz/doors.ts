import { makeZip } from '../../text/imports-archive.ts';

/** A server to send requests to. */
export interface Target {
  readonly port: number;
  readonly secret: string;
  readonly organizationId: string;
  /** Sends a request as JSON: `call('POST /v1/x', {})`. */
  call(signature: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>;
}

/** A request that takes bytes. */
export interface Door {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  /** The bytes of the content, such as an archive. */
  readonly content: Buffer;
  /** Puts the content into a body, such as a form. */
  readonly wrap: (content: Buffer) => Buffer;
}

const same = (content: Buffer) => content;

/** A JSON body with the content as a text. */
const jsonWith = (make: (text: string) => unknown) => (content: Buffer) =>
  Buffer.from(JSON.stringify(make(content.toString('utf8'))));

const formWith = (source: string) => (content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--a\r\nContent-Disposition: form-data; name="source"\r\n\r\n${source}\r\n`),
    Buffer.from('--a\r\nContent-Disposition: form-data; name="file"; filename="x.zip"\r\n\r\n'),
    content,
    Buffer.from('\r\n--a--\r\n'),
  ]);

const archive = makeZip([
  { name: 'SUMMARY.md', body: '* [One](one.md)' },
  { name: 'one.md', body: '# One\n\nTo [two](two.md).' },
]);

const markdown = Buffer.from(
  '---\ntitle: A\n---\n\n# A *b* `c`\n\n{% tabs %}\n{% tab title="x" %}\n| a | b |\n|---|---|\n| 1 | [l](/x "t") |\n{% endtab %}\n{% endtabs %}\n\n<details><summary>s</summary>\n\n- [ ] $$x^2$$\n\n</details>\n\n[^1]: note\n',
);

const specification = Buffer.from(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Zoo', version: '1' },
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/x' } } } } },
    components: { responses: { x: { description: 'x' } } },
  }),
);

const samlResponse = Buffer.from(
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" InResponseTo="_2"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example.org/metadata</Issuer><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_1"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature></samlp:Response>`,
);

/** A certificate of nobody, whose key was not kept. */
const certificate =
  'MIIDBzCCAe+gAwIBAgIUIDt+ja9mo8XYA+d4J4MDt9eMb+QwDQYJKoZIhvcNAQELBQAwEjEQMA4GA1UEAwwHRXhhbXBsZTAgFw0yNjExMjYxMDU3MzBaGA8yMTI2MTEwMjEwNTczMFowEjEQMA4GA1UEAwwHRXhhbXBsZTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAMEPAbaROSlXCHwaC2oFmq05OluuhXn1qUVMpWn9tv7ABTUYJQxx1byjn/UO+smFpdWnPLVdzMwPCsNvnnM3F9ROs3ZmTyfJM5ONBRPC0prsJxS19GSk1prO7O7HFXalaEMZkzEPQb+5mNSSpmb4OUlF1pX+Qk8G/kbFEUMxwm/hKwxiVQxtt3Quh1KwyjK4o2tLlarwJmM6RI93QfXEUy3YpTocu0B7H3F7kkXAZDfbkJF8MmDRpTBw6AeXc/YH0sTkaDa+Y8pfsm5PLQhF0fh0PrAXqqSMJBqVdjxlKq2xPnm2a9m755UwP1V3AqEsPlZEKVW8SV4bDpbwZ3In2kECAwEAAaNTMFEwHQYDVR0OBBYEFNgDPClliZgd9MoBN139PJDE7IjHMB8GA1UdIwQYMBaAFNgDPClliZgd9MoBN139PJDE7IjHMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAKguBxSk5qw+Ia/pEqcYlhVm6AE3LOoX7mdd8BuyqE+qoJY+Rze5lGwNvkh66VXMKFd/vbjaAw6BvV2r6UOp+QpsVk2kqCtX3clh/ltvzJErpXk4WcbV2gqRc51WGSmVa/GjGdkDFuH8I9CsQkWWf6dWoHT1nz6KSzBSEVWLFgJdbnWTNSkU2mmK42KxhP00iNWntwcIZq1bP3FIa9gYetcgP6LoVrUQneaP0/gZQE+JlgdyPf7uxQGxmU778nOoUUYzsea6kf34Dj5WvXeK8d/DX4yyWBs/Jd0bkalO7WJhHNde9zTbN9Z/6DYX5QpnP936ytvS4Eut7k4OhTxugaQ=';

/** Makes what the requests refer to, and returns one request for each kind of bytes that the API takes. */
export async function makeDoors(target: Target): Promise<readonly Door[]> {
  const organization = `/v1/orgs/${target.organizationId}`;
  const space = await made(target, `${organization}/spaces`, { title: 'Fuzz', language: 'en' });
  const content = `/v1/spaces/${space.id}/content`;
  await made(target, content, { changes: [insert(markdown.toString())] });
  const page = `/v1/spaces/${space.id}`;
  const translations = `${organization}/translations`;
  const translation = await made(target, translations, { title: 'Fuzz' });
  await made(target, '/graphql', {
    query: setLanguages,
    variables: { o: target.organizationId, s: translation.id, l: ['de'] },
  });
  const copies = `${translations}/${translation.id}/spaces`;
  const copy = `${copies}/${(await made(target, copies, { space: space.id, language: 'de' })).id}`;
  const { xliff } = await made(target, `${copy}/export`, {});
  const provider = await made(target, `${organization}/saml`, {
    label: 'Fuzz',
    entityID: 'https://idp.example.org/metadata',
    ssoURL: 'https://idp.example.org/sso',
    certificate: certificate,
  });
  const token = `authorization: Bearer ${target.secret}`;
  const json = { headers: [token, 'content-type: application/json'] };
  const form = { method: 'POST', headers: [token, 'content-type: multipart/form-data; boundary=a'] };
  const preview = `${content}/import/preview`;
  return [
    { ...form, name: 'form', path: preview, content: Buffer.from('# A'), wrap: formWith('markdown') },
    { ...form, name: 'archive', path: preview, content: archive, wrap: formWith('zip') },
    { ...form, name: 'document', path: preview, content: archive, wrap: formWith('docx') },
    { ...form, name: 'import', path: `${organization}/import`, content: archive, wrap: formWith('zip') },
    {
      name: 'upload',
      method: 'POST',
      path: '/uploads?name=x',
      headers: [token, 'content-type: application/zip'],
      content: archive,
      wrap: same,
    },
    {
      ...json,
      name: 'JSON',
      method: 'PATCH',
      path: page,
      content: Buffer.from('{"title":"A","emoji":"1f600"}'),
      wrap: same,
    },
    {
      ...json,
      name: 'Markdown',
      method: 'POST',
      path: content,
      content: markdown,
      wrap: jsonWith((text) => ({ changes: [insert(text)], message: 'fuzz' })),
    },
    {
      ...json,
      name: 'GraphQL',
      method: 'POST',
      path: '/graphql',
      content: Buffer.from(
        '{ viewer { id organizations(first: 5) { edges { node { ...O } } } } } fragment O on Organization { id title }',
      ),
      wrap: jsonWith((query) => ({ query, variables: {} })),
    },
    {
      ...json,
      name: 'XLIFF',
      method: 'POST',
      path: `${copy}/import`,
      content: Buffer.from(String(xliff)),
      wrap: jsonWith((text) => ({ xliff: text })),
    },
    {
      ...json,
      name: 'specification',
      method: 'PUT',
      path: `${organization}/openapi/fuzz`,
      content: specification,
      wrap: jsonWith((text) => ({ source: { text } })),
    },
    {
      name: 'SAML',
      method: 'POST',
      path: `/saml/${provider.id}/acs`,
      headers: ['content-type: application/x-www-form-urlencoded'],
      content: samlResponse,
      wrap: (xml) => Buffer.from(new URLSearchParams({ SAMLResponse: xml.toString('base64') }).toString()),
    },
  ];
}

const setLanguages =
  'mutation ($o: ID!, $s: ID!, $l: [String!]!) { setTranslationLanguages(organizationId: $o, translationSettingsId: $s, languages: $l) { translation { languages } } }';

const insert = (text: string) => ({ operation: 'insert_page', title: 'A', document: { markdown: text } });

async function made({ call }: Target, path: string, body: unknown): Promise<any> {
  const answer = await call(`POST ${path}`, body);
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
