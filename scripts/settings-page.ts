import * as z from 'zod';
import { Settings } from '../src/settings.ts';

interface Property {
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** Returns the page of the manual that lists every setting. */
export function settingsPage(): string {
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties as Record<string, Property>).map(
    ([name, property]) =>
      `| \`${name}\` | ${defaultOf(name as keyof typeof Settings.shape)} | ${meaningOf(property)} |`,
  );
  return `---
description: Every setting, as an environment variable.
---

# Settings

Settings are environment variables, which are read once at the start. A file \`.env\` in the working directory, with one
\`NAME=value\` per line, sets those that the environment lacks. An invalid setting prevents the start, and the message names
every invalid one. Times are in milliseconds and sizes in bytes where the name says so.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** The JSON Schema lacks the defaults of settings that are converted, such as those that are true or false. */
function defaultOf(name: keyof typeof Settings.shape): string {
  const { data: value } = Settings.shape[name].safeParse(undefined);
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `\`${value.join(',')}\``;
  return `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

const meaningOf = ({ description = '', enum: values }: Property) =>
  values && !values.includes('true')
    ? `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.`
    : description;
