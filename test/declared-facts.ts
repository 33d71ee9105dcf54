import { relative } from 'node:path';
import { isInputObjectType } from 'graphql';
import { expect } from 'vitest';
import * as z from 'zod';
import { recordedErrors } from '../scripts/rest/openapi/failures.ts';
import { notificationReasons } from '../src/domain/authoring/notifications/fields.ts';
import { eventTypes } from '../src/domain/core/events/catalogue.ts';
import { inputs } from '../src/lib/watched-inputs.ts';
import type { FormExtension } from '../src/schema/form-inputs.ts';
import { listMembers, requireFormType } from '../src/schema/form-members.ts';
import { schema } from '../src/schema/index.ts';
import type { Platform } from '../src/app/process/platform.ts';
import { readersFile, seenFacts, seenReaders, type Facts } from './setup/seen.ts';
import { watchInput } from './setup/watched-inputs.ts';

/** Everything that the tables declare, which the suite must meet. */
export const declaredFacts = (): Facts => ({
  member: new Set(listInputMembers()),
  event: new Set(Object.keys(eventTypes)),
  reason: new Set(Object.keys(notificationReasons)),
  error: new Set(
    Object.entries(recordedErrors).flatMap(([operation, types]) => types.map((type) => `${operation} ${type}`)),
  ),
});

function listInputMembers(): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    const { form } = type.extensions as Partial<FormExtension>;
    if (!isInputObjectType(type) || form === undefined) return [];
    return listMembers(form)
      .filter((member) => !hasOneValue(member.form))
      .map(({ name }) => `${requireFormType(form).name}.${name}`);
  });
}

/** Whether a member can have one value alone, which nobody has to read: the only field to order by. */
const hasOneValue = (form: z.ZodType): boolean => form instanceof z.ZodEnum && form.options.length === 1;

/** Notes from now on which members of inputs this process reads. */
export function watchInputs(): void {
  inputs.watch = (form, value) =>
    watchInput(form, value, (member) => {
      seenFacts.member.add(member);
      if (readersFile !== undefined && !seenReaders.has(member)) noteReader(member);
    }) as typeof value;
}

/**
 * The first source on the way to a read that is no helper of forms: `src/domain/people/teams/create.ts`. Runs of tests take sources as
 * they were compiled, without their lines.
 */
const sourceOnTheWay = /\/(?:src|octavo\/sources)\/((?!lib\/|schema\/form-)[^()]+?)\.m?[jt]s:\d+/;

function noteReader(member: string): void {
  const { stack = '' } = new Error(member);
  const { testPath = '', currentTestName = '' } = expect.getState();
  const source = sourceOnTheWay.exec(stack)?.[1];
  const test = `${relative(process.cwd(), testPath)}: ${currentTestName}`;
  if (source !== undefined) seenReaders.set(member, { place: `src/${source}.ts`, test });
}

/** Notes the events and notifications that the tests of this process have made so far. */
export async function noteEvents({ platform }: { readonly platform: Platform }): Promise<void> {
  const query =
    "select distinct 'event' as kind, type as fact from events union select distinct 'reason', reason from notifications";
  const { rows } = await platform.db.pool.query<{ readonly kind: 'event' | 'reason'; readonly fact: string }>(query);
  for (const { kind, fact } of rows) seenFacts[kind].add(fact);
}
