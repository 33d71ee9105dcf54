import { readYamlTexts } from '../../markdown/yaml.ts';
import { readScriptData } from '../formats/html/script-data.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readOnce } from '../unpack/read-once.ts';

/** The value of a configuration in YAML or JSON, whose scalars are texts. */
export const readYamlConfig = readOnce((entry) => readYamlTexts(readConfigText(entry)));

/** What can be read of a configuration in JavaScript or TypeScript without running it. */
export const readScriptConfig = readOnce((entry) =>
  readScriptData(readConfigText(entry), /\.[cm]?tsx?$/.test(entry.path)),
);
