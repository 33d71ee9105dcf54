// The identity provider of people.sh: a certified one, with the pages that it offers for trying. Whoever signs in is believed, whatever
// the password, and belongs to the groups that `groupsOf` says. Started by people.sh as
// `node serve-provider.mjs PORT REDIRECT-URL`, after `npm ci`.
import { pathToFileURL } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';

const groupsOf = (login) => (login === 'ada' ? ['docs-admins'] : ['docs']);

/** Starts a provider on this machine, whose client is `octavo`. Returns its server, and its issuer as soon as it listens. */
export async function serveProvider({ port, redirectUrl, clientSecret, claimsOf }) {
  const { default: Provider } = await import('oidc-provider');
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'octavo', client_secret: clientSecret, redirect_uris: [redirectUrl] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for a story'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...claimsOf(sub) }) }),
    pkce: { required: () => true },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  const server = provider.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return { server, issuer };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , port, redirectUrl] = process.argv;
  const { issuer } = await serveProvider({
    port,
    redirectUrl,
    clientSecret: 'a-secret-of-the-story',
    claimsOf: (sub) => ({ email: `${sub}@example.org`, email_verified: true, name: sub, groups: groupsOf(sub) }),
  });
  console.log(issuer);
}
