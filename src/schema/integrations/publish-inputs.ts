/** The field of `IntegrationPropertyDefaultInput` for a value, by the type of the value. */
const defaultMembers: Readonly<Record<string, string>> = { string: 'text', number: 'number', boolean: 'flag' };
