import { useState } from 'react';
import type { ImportContentInput, ImportSource } from '../../__generated__/import.ts';
import type { Send } from '../../client/change.ts';
import { sendFile } from '../../client/send-file.ts';
import { Failure } from '../../parts/failure.tsx';
import { CheckField, Field, Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { wordOf, words } from '../../words/words.ts';

const sources = [
  'ZIP',
  'MARKDOWN',
  'DOCX',
  'HTML',
  'NOTION',
  'CONFLUENCE',
  'GITHUB_WIKI',
  'GOOGLE_DOCS',
  'WEBSITE',
] as const satisfies readonly ImportSource[];

interface SourceProps {
  readonly onSend: (send: Send, input: ImportContentInput) => Promise<unknown>;
}

/** Where the content comes from: a file or a URL, and its format. */
export function Source({ onSend }: SourceProps) {
  const [by, setBy] = useState<'file' | 'url'>('file');
  const [share, setShare] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async ({ send, field, form }: Sending) => {
    const data = new FormData(form);
    const source = field('source') as ImportSource;
    const rest = { source, update: data.has('update') };
    if (by === 'url') return onSend(send, { ...rest, url: field('url') });
    setRefusal(null);
    setShare(0);
    const sent = await sendFile(data.get('file') as File, setShare);
    setShare(null);
    if ('url' in sent) return onSend(send, { ...rest, url: sent.url });
    setRefusal(sent.failure);
    return null;
  };
  return (
    <Form submit={words.lookFirst} isPrimary isKept said="" isDisabled={share !== null} onSend={submit}>
      <fieldset className="checks">
        <legend>{words.importFrom}</legend>
        {(['file', 'url'] as const).map((one) => (
          <label key={one} className="check">
            <input type="radio" name="by" checked={by === one} onChange={() => setBy(one)} />
            {one === 'file' ? words.aFile : words.anAddress}
          </label>
        ))}
      </fieldset>
      {by === 'file' ? (
        <Field label={words.file} name="file">
          {(control) => <input type="file" required {...control} />}
        </Field>
      ) : (
        <TextField label={words.address} name="url" type="url" placeholder="https://" isRequired />
      )}
      <SelectField
        label={words.format}
        name="source"
        value="ZIP"
        options={sources.map((source) => [source, wordOf('source', source)])}
      />
      <CheckField label={words.updateImport} name="update" hint={words.updateImportHint} />
      {share !== null && <progress aria-label={words.uploading} value={share} />}
      <Failure>{refusal}</Failure>
    </Form>
  );
}
