import type * as z from 'zod';
import { invalid } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { Email, maxDisplayNameLength, normalizeEmail, nameFromEmail } from '../users/fields.ts';
import { ScimUserValues } from './fields.ts';
import { memberOf, readBoolean, readText, type Operation } from './operations.ts';

type Address = ScimUserValues['emails'][number];

const empty: ScimUserValues = {
  userName: '',
  externalId: null,
  active: true,
  displayName: null,
  name: null,
  emails: [],
};

/** Reads a user of a request. `active` is true without a value. Throws invalidValue. */
export function readUser(body: unknown): ScimUserValues {
  if (!isRecord(body)) throw invalid('body', 'The body must be a user', 'invalidSyntax');
  const values = Object.entries(body).reduce(
    (so, [name, value]) => withAttribute(so, { attribute: name.toLowerCase(), where: null, sub: null }, value),
    empty,
  );
  return checked(ScimUserValues, values);
}

/** Applies operations in their order. Throws invalidValue, mutability. */
export const patchUser = (values: ScimUserValues, operations: readonly Operation[]): ScimUserValues =>
  checked(ScimUserValues, operations.reduce(applied, values));

/** Checks values against their form. Throws invalidValue. */
export function checked<Values>(form: z.ZodType<Values>, values: unknown): Values {
  const { success, data, error } = form.safeParse(values);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalid(path, `"${path}": ${issue?.message ?? 'is not valid'}`, 'invalidValue');
}

function applied(values: ScimUserValues, { op, path, value }: Operation): ScimUserValues {
  if (op !== 'remove') return withAttribute(values, path, value, op === 'add');
  const { attribute, where, sub } = path;
  if (attribute === 'username' || attribute === 'active')
    throw invalid(attribute, `"${attribute}" cannot be removed`, 'mutability');
  if (attribute === 'emails' && where !== null && sub === null)
    return { ...values, emails: values.emails.filter((one) => !isMeant(one, where)) };
  if (attribute === 'name' && sub !== null) return withName(values, { [sub]: undefined });
  return withAttribute(values, path, sub === null && attribute === 'emails' ? [] : null);
}

/** Sets an attribute. Attributes that are not kept leave the values as they are. */
function withAttribute(
  values: ScimUserValues,
  { attribute, where, sub }: Operation['path'],
  value: unknown,
  adds = false,
): ScimUserValues {
  switch (attribute) {
    case 'username':
      return { ...values, userName: readText(value, 'userName')?.trim() ?? '' };
    case 'externalid':
      return { ...values, externalId: readText(value, 'externalId') };
    case 'active':
      return { ...values, active: readBoolean(value, 'active') };
    case 'displayname':
      return { ...values, displayName: readText(value, 'displayName') };
    case 'name':
      if (sub !== null) return withName(values, { [sub]: value });
      return isRecord(value) ? withName(adds ? values : { ...values, name: null }, value) : { ...values, name: null };
    case 'emails':
      if (where === null && sub === null) return withEmails(values, value, adds);
      return withEmail(values, { where, sub: sub ?? 'value' }, value);
    default:
      return values;
  }
}

const nameParts = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;

function withName(values: ScimUserValues, given: Readonly<Record<string, unknown>>): ScimUserValues {
  const name: Record<string, string | undefined> = { ...values.name };
  for (const [key, value] of Object.entries(given)) {
    const part = Object.entries(nameParts).find(([lower]) => lower === key.toLowerCase())?.[1];
    if (part) name[part] = readText(value, `name.${part}`) ?? undefined;
  }
  return { ...values, name };
}

function withEmails(values: ScimUserValues, value: unknown, adds: boolean): ScimUserValues {
  const addresses = [value ?? []].flat().map(readAddress);
  const types = new Set(addresses.map(({ type }) => type));
  const others = adds ? values.emails.filter(({ type }) => !types.has(type)) : [];
  return { ...values, emails: [...others, ...addresses] };
}

function readAddress(value: unknown): Address {
  if (typeof value === 'string') return { value };
  if (!isRecord(value)) throw invalid('emails', '"emails" must be a list of addresses', 'invalidValue');
  const [type, primary] = [readText(memberOf(value, 'type'), 'emails.type'), memberOf(value, 'primary')];
  return {
    value: readText(memberOf(value, 'value'), 'emails.value') ?? undefined,
    ...(type === null ? {} : { type }),
    ...(primary === undefined || primary === null ? {} : { primary: readBoolean(primary, 'emails.primary') }),
  };
}

type Where = NonNullable<Operation['path']['where']>;

function withEmail(
  values: ScimUserValues,
  { where, sub }: { readonly where: Where | null; readonly sub: string },
  value: unknown,
): ScimUserValues {
  const meant = (one: Address) => where === null || isMeant(one, where);
  const at = values.emails.findIndex(meant);
  const type = where?.attribute === 'type' && typeof where.value === 'string' ? where.value : undefined;
  const former: Address = values.emails[at] ?? (type === undefined ? {} : { type });
  const changed = { ...former, ...partOf(sub, value) };
  const emails = at < 0 ? [...values.emails, changed] : values.emails.with(at, changed);
  return { ...values, emails: emails.filter((one) => one.value !== undefined) };
}

/** What a value of an address or of one of its parts sets. */
function partOf(sub: string, value: unknown): Address {
  if (isRecord(value)) return readAddress(value);
  if (sub === 'primary') return { primary: readBoolean(value, 'emails.primary') };
  return { [sub === 'type' ? 'type' : 'value']: readText(value, `emails.${sub}`) ?? undefined };
}

const isMeant = (one: Address, { attribute, value }: Where): boolean => {
  const own: unknown = attribute === 'primary' ? (one.primary ?? false) : Reflect.get(one, attribute);
  return typeof own === 'string' && typeof value === 'string'
    ? own.toLowerCase() === value.toLowerCase()
    : own === value;
};

/**
 * The address by which the user is found: the primary one, that of work or the first, otherwise the name if it is an address. Null
 * when there is none. Throws invalidValue.
 */
export function addressOf({ emails, userName }: ScimUserValues): string | null {
  const one = emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  const given = one?.value?.trim() ?? '';
  if (given !== '' && !Email.safeParse(given).success)
    throw invalid('emails', `"${given.slice(0, 60)}" is no email address`, 'invalidValue');
  const address = given === '' ? userName : given;
  return Email.safeParse(address).success ? normalizeEmail(address) : null;
}

/** The name by which others see the user. */
export function nameOf({ displayName, name, userName }: ScimUserValues): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  const given = [displayName, name?.formatted, parts].find((text) => text !== undefined && text?.trim());
  const login = userName.includes('@') ? nameFromEmail(userName) : userName;
  return (given ?? login).trim().slice(0, maxDisplayNameLength).toWellFormed();
}
