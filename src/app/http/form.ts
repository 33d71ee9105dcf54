import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { failure } from '../../lib/errors.ts';
import { held } from '../../lib/held-stream.ts';
import { formLimits } from '../../rest/forms.ts';
import { preferExtendedFileNames } from './form-file-names.ts';

/** Stores the file of a form, and returns what stands for it. */
export type ReceiveFile = (bytes: Readable, name: string) => Promise<string>;

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** Result of `receive`; null for a form without a file. */
  readonly file: string | null;
}

/** The file of a form while it arrives. */
interface ArrivingFile {
  readonly bytes: Readable;
  readonly received: Promise<string>;
}

/**
 * Reads a `multipart/form-data` body. Returns or throws only when `receive` has settled, so that a form that breaks off
 * leaves nothing behind. Throws malformed_request, and the errors of `receive`.
 */
export async function readForm(headers: IncomingHttpHeaders, body: Readable, receive: ReceiveFile): Promise<Form> {
  const form = parserOf(headers);
  const fields = collectFields(form);
  const files: ArrivingFile[] = [];
  form.on('file', (_field, stream, name) => {
    const bytes = held(stream);
    const received = receive(bytes, name || 'upload');
    received.catch((error: unknown) => form.destroy(error as Error));
    files.push({ bytes, received });
  });
  try {
    await pipeline(body, form);
  } catch (error) {
    for (const { bytes } of files) bytes.destroy(error as Error);
    await Promise.allSettled(files.map(({ received }) => received));
    throw isFailure(error)
      ? error
      : failure('malformed_request', 'The form is not well-formed multipart/form-data', { cause: error });
  }
  const [file = null] = await Promise.all(files.map(({ received }) => received));
  return { fields, file };
}

/** Collects the fields that arrive. Destroys a form with too many or too long ones. */
function collectFields(form: BusboyInstance): Record<string, string> {
  const fields: Record<string, string> = {};
  const refuse = (reason: string) => form.destroy(failure('malformed_request', reason));
  const { files: maxFiles, fields: maxFields } = formLimits;
  form.on('filesLimit', () => refuse(`The form has more than ${maxFiles} file`));
  form.on('fieldsLimit', () => refuse(`The form has more than ${maxFields} fields beside its file`));
  form.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) refuse('A field of the form is too long');
    else if (name !== '__proto__') fields[name] = value;
  });
  return fields;
}

const isFailure = (error: unknown) => error instanceof Error && 'status' in error;

function parserOf(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    const contentType = headers['content-type'] ?? '';
    const form = new Busboy({ headers: { ...headers, 'content-type': contentType }, limits: formLimits });
    preferExtendedFileNames(form);
    return form;
  } catch (cause) {
    throw failure('malformed_request', 'The form has no boundary', { cause });
  }
}
