import { stringify } from 'yaml';

/** Writes plain values as YAML, one line for each text. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
