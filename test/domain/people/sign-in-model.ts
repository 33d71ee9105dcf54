/** A user of the model. Ids are those of the database once it has made the user. */
export interface ModelUser {
  id: string;
  /** The organization that manages the user; null for a person of their own. */
  manager: number | null;
  /** The organization whose invitation made the user. */
  readonly invitedBy: number | null;
  address: string | null;
  /** Organizations of which the user is a member, with whether they joined by an act of their own. */
  readonly memberOf: Map<number, boolean>;
  readonly removedFrom: Set<number>;
  isUsed: boolean;
  readonly isInstanceAdmin: boolean;
}

export interface ModelProvider {
  readonly organization: number;
  readonly trust: 'verified' | 'unless-denied' | 'all';
  readonly admits: 'domains' | 'everyone';
}

export interface Assertion {
  readonly provider: number;
  readonly subject: string;
  readonly address: string | null;
  readonly verified: boolean | null;
}

const domainOf = (address: string) => address.split('@')[1] ?? '';

/** Who somebody is at a sign-in, by section 5 of the plan of sign-ins, over sets in memory. */
export class SignInModel {
  readonly identities = new Map<string, ModelUser>();
  readonly removedIdentities = new Map<string, ModelUser>();

  readonly users: ModelUser[];
  readonly providers: readonly ModelProvider[];
  /** The domains that each organization has proved. */
  readonly proved: readonly (readonly string[])[];

  constructor(users: ModelUser[], providers: readonly ModelProvider[], proved: readonly (readonly string[])[]) {
    this.users = users;
    this.providers = providers;
    this.proved = proved;
  }

  /** The user of a sign-in, which may be new, without an id; null when it is refused. */
  signIn({ provider: index, subject, address, verified }: Assertion): ModelUser | null {
    const key = `${index} ${subject}`;
    const provider = this.providers[index];
    if (provider === undefined) throw new Error(`There is no provider ${index}`);
    const { organization, admits, trust } = provider;
    const isTrusted = trust === 'all' || verified === true || (trust === 'unless-denied' && verified === null);
    const isProved = address !== null && (this.proved[organization] ?? []).includes(domainOf(address));
    const known = this.identities.get(key);
    if (known !== undefined) {
      const isTaken = this.ofAddress(organization, address).some((user) => this.isHere(user, organization));
      if (known.manager !== null && address !== null && isTrusted && (isProved || admits === 'everyone') && !isTaken)
        known.address = address;
      return known;
    }
    const wasRemoved = (user: ModelUser | undefined) => user?.removedFrom.has(organization) ?? false;
    if (wasRemoved(this.removedIdentities.get(key))) return null;
    if (admits === 'domains' && !(isProved && isTrusted)) return null;
    const same = this.ofAddress(organization, address);
    if (!isTrusted && same.some((user) => this.isHere(user, organization))) return null;
    const found = isProved && isTrusted ? this.findBy(organization, same) : undefined;
    if (!found?.memberOf.has(organization) && same.some(wasRemoved)) return null;
    const isFree = isTrusted && !same.some(({ manager }) => manager === organization);
    if (found?.memberOf.get(organization) === false) found.manager ??= organization;
    const user = found ?? this.make(organization, isFree ? address : null);
    user.memberOf.set(organization, user.memberOf.get(organization) ?? false);
    this.identities.set(key, user);
    return user;
  }

  /** An admin removes a member: what knew the member is kept against them. */
  remove(user: ModelUser, organization: number): void {
    user.memberOf.delete(organization);
    user.removedFrom.add(organization);
    for (const [key, owner] of this.identities)
      if (owner === user && this.providers[Number(key.split(' ')[0])]?.organization === organization) {
        this.identities.delete(key);
        this.removedIdentities.set(key, user);
      }
  }

  private isHere = (user: ModelUser, organization: number) =>
    user.manager === organization || user.memberOf.has(organization);

  private ofAddress = (organization: number, address: string | null) =>
    this.users.filter(
      (user) => address !== null && user.address === address && [null, organization].includes(user.manager),
    );

  /** One that the organization manages, else one of its people who belong nowhere else, came by themselves or were never used. */
  private findBy = (organization: number, same: readonly ModelUser[]) =>
    same.find(({ manager }) => manager === organization) ??
    same.find(
      ({ manager, memberOf, isInstanceAdmin, isUsed, invitedBy }) =>
        manager === null &&
        !isInstanceAdmin &&
        memberOf.size === 1 &&
        memberOf.has(organization) &&
        (memberOf.get(organization) || (invitedBy === organization && !isUsed)),
    );

  private make(manager: number, address: string | null): ModelUser {
    const fresh = { id: '', manager, invitedBy: null, address, memberOf: new Map(), removedFrom: new Set<number>() };
    const user = { ...fresh, isUsed: false, isInstanceAdmin: false };
    this.users.push(user);
    return user;
  }
}
