import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../src/domain/core/transact.ts';
import { vouchedByClaims } from '../../../src/domain/people/oidc/vouched-by-claims.ts';
import { provisionUser } from '../../../src/domain/people/sign-in/admit.ts';
import { DomainError } from '../../../src/lib/errors.ts';
import { aDomain } from '../../corporations.ts';
import { anOidcProvider, anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { insert } from '../../insert.ts';
import { fc } from '../../setup/properties.ts';
import { allOrTenth } from '../../setup/size.ts';
import { SignInModel, type Assertion, type ModelProvider, type ModelUser } from './sign-in-model.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Domain 0 is proved by organization 0, domain 1 by organization 1, and domain 2 by nobody. */
const aPlace = fc.nat({ max: 2 });
const anAddress = fc.record({ name: fc.constantFrom('ada', 'ben'), domain: aPlace });
const aMembership = fc.constantFrom('none', 'joined', 'invited');
const aPerson = fc.record({
  address: anAddress,
  memberships: fc.tuple(aMembership, aMembership),
  isUsed: fc.boolean(),
  isInstanceAdmin: fc.boolean(),
});
const aProvider = fc.record<ModelProvider>({
  organization: fc.nat({ max: 1 }),
  trust: fc.constantFrom('verified', 'unless-denied', 'all'),
  admits: fc.constantFrom('domains', 'everyone'),
});
const aSignIn = fc.record({
  provider: fc.nat({ max: 2 }),
  subject: fc.constantFrom('s1', 's2', 's3'),
  address: fc.option(anAddress, { freq: 8 }),
  verified: fc.constantFrom(true, true, false, null),
});
const aRemoval = fc.record({ user: fc.nat({ max: 20 }), organization: fc.nat({ max: 1 }) });
const aWorld = fc.record({
  people: fc.uniqueArray(aPerson, { maxLength: 4, selector: ({ address }) => `${address.name}@${address.domain}` }),
  providers: fc.tuple(aProvider, aProvider, aProvider),
  steps: fc.array(fc.oneof({ arbitrary: aSignIn, weight: 5 }, { arbitrary: aRemoval, weight: 1 }), {
    minLength: 3,
    maxLength: 14,
  }),
});

type World = typeof aWorld extends fc.Arbitrary<infer Value> ? Value : never;

/** Puts a world into the database and into the model. */
async function begin({ people, providers }: World) {
  const domains = [aDomain(), aDomain(), aDomain()];
  const textOf = ({ name, domain }: { name: string; domain: number }) => `${name}@${domains[domain]}`;
  const organizations = await Promise.all([0, 1].map((index) => anOrganizationOf(domains[index] ?? '', domains)));
  const users: ModelUser[] = [];
  for (const { address, memberships, isUsed, isInstanceAdmin } of people) {
    const invited = memberships.indexOf('invited');
    const invitedBy = invited < 0 ? null : invited;
    const id = server.platform.services.newId('usr');
    const email = textOf(address);
    const invitedById = invitedBy === null ? null : (organizations[invitedBy]?.id ?? null);
    await insert(server.platform, 'users', { id, displayName: 'Person', email, invitedById, isInstanceAdmin });
    if (isUsed) await server.as(id);
    const memberOf = new Map<number, boolean>();
    for (const [index, membership] of memberships.entries()) {
      if (membership === 'none') continue;
      memberOf.set(index, membership === 'joined');
      const organizationId = organizations[index]?.id ?? '';
      const member = { organizationId, userId: id, role: 'read', invited: membership === 'invited' };
      await insert(server.platform, 'members', member);
    }
    const removedFrom = new Set<number>();
    users.push({ id, manager: null, invitedBy, address: email, memberOf, removedFrom, isUsed, isInstanceAdmin });
  }
  const ids = await Promise.all(
    providers.map(async ({ organization, ...settings }) => {
      const { id } = await anOidcProvider(server, organizations[organization]?.id ?? '', settings);
      return id;
    }),
  );
  const model = new SignInModel(
    users,
    providers,
    domains.slice(0, 2).map((domain) => [domain]),
  );
  return { model, organizations, ids, textOf };
}

async function anOrganizationOf(proved: string, emailDomains: string[]): Promise<AnOrganization> {
  const organization = await anOrganization(server, { emailDomains });
  const verified = { verifiedBy: 'operator', verifiedAt: server.platform.services.now() };
  await server.platform.db.prisma.emailDomain.create({
    data: { domain: proved, organizationId: organization.id, ...verified },
  });
  return organization;
}

/** Signs somebody in by the claims of a provider; null when it is refused. */
async function signIn(
  owner: AnOrganization['owner'],
  providerId: string,
  assertion: Assertion,
): Promise<string | null> {
  const claims = {
    ...(assertion.address === null ? {} : { email: assertion.address }),
    ...(assertion.verified === null ? {} : { email_verified: assertion.verified }),
  };
  try {
    return await transact(owner.context(), async (ctx) => {
      const provider = await ctx.loaders.oidcProvider.load(providerId);
      if (provider === null) throw new Error(`There is no provider ${providerId}`);
      return provisionUser(ctx, provider, vouchedByClaims(provider, assertion.subject, claims));
    });
  } catch (error) {
    if (error instanceof DomainError && error.type === 'sign_in_refused') return null;
    throw error;
  }
}

describe('a sign-in by OpenID Connect', () => {
  it('is one of whom the model says, in any world of people, organizations, providers, trust and addresses', async () => {
    let admitted = 0;
    const run = async (world: World) => {
      const { model, organizations, ids, textOf } = await begin(world);
      for (const step of world.steps) {
        if ('user' in step) {
          const user = model.users[step.user];
          const { id, owner } = organizations[step.organization] as AnOrganization;
          if (!user?.memberOf.has(step.organization)) continue;
          expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${user.id}`)).status).toBe(204);
          model.remove(user, step.organization);
          continue;
        }
        const assertion = { ...step, address: step.address && textOf(step.address) };
        const expected = model.signIn(assertion);
        const organization = world.providers[step.provider]?.organization ?? 0;
        const { owner } = organizations[organization] as AnOrganization;
        const id = await signIn(owner, ids[step.provider] ?? '', assertion);
        if (expected?.id === '' && id !== null) {
          expect(model.users.map((user) => user.id)).not.toContain(id);
          expected.id = id;
        }
        expect(id).toBe(expected?.id ?? null);
        if (expected === null) continue;
        admitted += 1;
        // Whatever the model says: the user is of this organization alone.
        expect([expected.manager, ...expected.memberOf.keys()]).toSatisfy((places: readonly (number | null)[]) =>
          places.every((place) => place === null || place === organization),
        );
        const { organizationId, assertedEmail, email } = await server.platform.db.prisma.user.findUniqueOrThrow({
          where: { id: expected.id },
        });
        expect([organizationId, assertedEmail ?? email]).toEqual([
          expected.manager === null ? null : organizations[expected.manager]?.id,
          expected.address,
        ]);
      }
    };
    await fc.assert(fc.asyncProperty(aWorld, run), { numRuns: allOrTenth(300) });
    expect(admitted).toBeGreaterThan(20);
  });
});
