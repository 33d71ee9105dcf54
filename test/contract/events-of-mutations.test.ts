import { Kind } from 'graphql';
import { expect, it } from 'vitest';
import { eventsOfOperations } from '../../scripts/rest/openapi/events-of-operations.ts';
import { eventTypes } from '../../src/domain/core/events/catalogue.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { schema } from '../../src/schema/index.ts';
import { eventsOfMutations, eventsOfService } from './events-of-mutations.ts';

const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

/** The mutations that an operation of REST runs. */
const mutationsOf = ({ document }: (typeof routes)[number]) =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation'
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? field.name.value : []))
      : [],
  );

const told = new Set(routes.filter(({ operationId }) => eventsOfOperations[operationId]).flatMap(mutationsOf));

it('every mutation says what it emits, or why it emits nothing, in one place', () => {
  expect([...told, ...Object.keys(eventsOfMutations)].toSorted()).toEqual(mutations.toSorted());
});

it('every type of event is emitted by something', () => {
  const emitted = [...Object.values(eventsOfOperations), ...Object.values(eventsOfMutations), eventsOfService].flatMap(
    (types) => (typeof types === 'string' ? [] : types),
  );
  expect([...new Set(emitted)].toSorted()).toEqual(Object.keys(eventTypes).toSorted());
});
