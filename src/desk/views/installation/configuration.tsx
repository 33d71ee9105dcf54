import type { ConfigurationFieldsFragment } from '../../__generated__/installation.ts';
import { CheckField, SelectField, TextField } from '../../parts/form.tsx';

export type Property = NonNullable<ConfigurationFieldsFragment['properties']>[number];
export type Values = Readonly<Record<string, unknown>>;

interface FieldsProps {
  readonly properties: readonly Property[];
  readonly required: readonly string[];
  readonly values: Values;
}

/** A field for each value that an integration declares. Buttons lead to the server of the integration and are no values. */
export const ConfigurationForm = ({ properties, required, values }: FieldsProps) =>
  properties.map((property) => (
    <ConfigurationField
      key={property.name}
      property={property}
      isRequired={required.includes(property.name)}
      value={values[property.name] ?? defaultOf(property)}
    />
  ));

const defaultOf = ({ default: given }: Property) => given?.text ?? given?.number ?? given?.flag;

interface FieldProps {
  readonly property: Property;
  readonly isRequired: boolean;
  readonly value: unknown;
}

function ConfigurationField({ property, isRequired, value }: FieldProps) {
  const { name, type, title, description, enum: choices, callbackUrl, buttonText } = property;
  const shared = { label: title || name, name, ...(description ? { hint: description } : {}) };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (type) {
    case 'BOOLEAN':
      return <CheckField {...shared} isChecked={value === true} />;
    case 'BUTTON':
      return callbackUrl === null ? null : (
        <p className="actions">
          <a className="button" href={callbackUrl} target="_blank" rel="noreferrer">
            {buttonText || title || name}
          </a>
        </p>
      );
    case 'NUMBER':
      return <TextField {...shared} type="number" value={text} isRequired={isRequired} />;
    case 'STRING':
      return choices === null || choices.length === 0 ? (
        <TextField {...shared} value={text} isRequired={isRequired} />
      ) : (
        <SelectField
          {...shared}
          value={text}
          options={[...(isRequired ? [] : [['', '–'] as const]), ...choices.map((one) => [one, one] as const)]}
        />
      );
  }
}

/** The values of the form as the integration declares them. Empty ones are left out. */
export function valuesOf(properties: readonly Property[], data: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, type } of properties) {
    const given = data.get(name);
    if (type === 'BOOLEAN') values[name] = given !== null;
    else if (type !== 'BUTTON' && typeof given === 'string' && given.trim() !== '')
      values[name] = type === 'NUMBER' ? Number(given) : given.trim();
  }
  return values;
}
