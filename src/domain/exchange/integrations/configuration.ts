import { failure, type ErrorDetail } from '../../../lib/errors.ts';
import type { ConfigurationValues } from './fields.ts';
import type { IntegrationConfiguration, IntegrationConfigurations } from './manifest.ts';

type Level = keyof IntegrationConfigurations;
type Property = Extract<IntegrationConfiguration, { properties: unknown }>['properties'][string];

const findSchema = (configurations: unknown, level: Level) => (configurations as IntegrationConfigurations)[level];

/**
 * Validates configuration values against the declarations of the integration. Values may be missing: the installation
 * stays pending until the required ones are set. A component has no declarations and accepts any values. Throws
 * validation_failed with a detail for each invalid value.
 */
export function checkConfiguration(configurations: unknown, level: Level, values: ConfigurationValues): void {
  const schema = findSchema(configurations, level);
  if (schema && 'componentId' in schema) return;
  const { properties = {} } = schema ?? {};
  const details = Object.entries(values).flatMap(([name, value]): ErrorDetail[] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const problem = property ? findProblem(property, value) : 'is not declared by the integration';
    return problem === null
      ? []
      : [{ path: `input.configuration.${name}`, rule: property ? 'type' : 'unknown', message: problem }];
  });
  if (details[0]) throw failure('validation_failed', `${details[0].path}: ${details[0].message}`, { details });
}

function findProblem({ type, enum: values }: Property, value: unknown): string | null {
  const expected = type === 'button' ? 'string' : type;
  if (typeof value !== expected) return `must be a ${expected}`;
  return values && !values.includes(String(value)) ? `must be one of ${values.join(', ')}` : null;
}

/** Adds the defaults of missing values. */
export function withDefaults(configurations: unknown, level: Level, values: ConfigurationValues): ConfigurationValues {
  const schema = findSchema(configurations, level);
  const properties = schema && 'properties' in schema ? schema.properties : {};
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...values };
}

/** Whether every required value is set. */
export function isConfigured(configurations: unknown, level: Level, values: unknown): boolean {
  const schema = findSchema(configurations, level);
  const required = schema && 'properties' in schema ? (schema.required ?? []) : [];
  return required.every((name) => Object.hasOwn(values as object, name));
}
