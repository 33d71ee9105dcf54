import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { AddFile, type FileOfRequestFragment } from '../../__generated__/edit.ts';
import { sendFile } from '../../client/send-file.ts';
import { reasonOf } from '../../client/read.tsx';

/** A file on its way into the change request. */
export interface Sending {
  readonly key: number;
  readonly name: string;
  /** Which part of it has been sent, from 0 to 1. */
  readonly share: number;
  readonly failure: string | null;
}

interface FilesPlace {
  readonly spaceId: string;
  readonly requestId: string;
}

/** Sends files and adds them to a change request, each with its progress, until it is done or somebody gives it up. */
export function useFiles({ spaceId, requestId: id }: FilesPlace) {
  const client = useClient();
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const nextKey = useRef(0);
  const note = (key: number, what: Partial<Sending>) =>
    setSendings((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)));
  const end = (key: number) => {
    running.current.delete(key);
    setSendings((all) => all.filter((one) => one.key !== key));
  };
  const send = async (file: File, onAdded: (added: FileOfRequestFragment) => void) => {
    const key = (nextKey.current += 1);
    const stopper = new AbortController();
    running.current.set(key, stopper);
    setSendings((all) => [...all, { key, name: file.name, share: 0, failure: null }]);
    const sent = await sendFile(file, (share) => note(key, { share }), stopper.signal);
    if (stopper.signal.aborted) return;
    if ('failure' in sent) return note(key, { failure: sent.failure });
    const variables = { spaceId, id, name: file.name, url: sent.url };
    const { data, error } = await client.mutation(AddFile, variables).toPromise();
    const added = data?.uploadFile.file;
    if (!added) return note(key, { failure: reasonOf(error) ?? '' });
    end(key);
    onAdded(added);
  };
  return {
    sendings,
    send: (files: Iterable<File>, onAdded: (added: FileOfRequestFragment) => void) => {
      for (const file of files) void send(file, onAdded);
    },
    /** Gives up a file that is sent, and forgets one that was refused. */
    stop: (key: number) => {
      running.current.get(key)?.abort();
      end(key);
    },
  };
}
