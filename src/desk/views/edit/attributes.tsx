import { useState } from 'react';
import { basePath } from '../../client/settings.ts';
import { words } from '../../words/words.ts';
import { isAddress, type Fields } from './fields.ts';
import { FilesRead } from './files.tsx';

interface AttributesProps {
  readonly spaceId: string;
  readonly requestId: string;
  readonly fields: Fields;
  readonly onChange: (fields: Partial<Fields>) => void;
}

const attributes = [
  { name: 'title', maxLength: 256, required: true },
  { name: 'slug', maxLength: 100 },
  { name: 'emoji', maxLength: 16 },
  { name: 'icon', maxLength: 64 },
  { name: 'description', maxLength: 1000 },
] as const;

/** The attributes of a page: its title, path, emoji, icon, description and cover. */
export function Attributes({ fields, onChange, ...place }: AttributesProps) {
  return (
    <>
      <div className="attributes">
        {attributes.map(({ name, ...input }) => (
          <label key={name} className={name === 'description' ? 'wide' : undefined}>
            {words[name]}
            <input {...input} value={fields[name]} onChange={({ target }) => onChange({ [name]: target.value })} />
            {name === 'icon' && <Icon key={fields.icon} name={fields.icon} />}
          </label>
        ))}
      </div>
      <Cover {...place} fields={fields} onChange={onChange} />
    </>
  );
}

/** The drawing of the icon, or that there is none of this name. */
function Icon({ name }: { readonly name: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (name === '') return null;
  if (isMissing) return <small className="wrong">{words.iconUnknown}</small>;
  const source = `${basePath}/icons/svgs/solid/${encodeURIComponent(name)}.svg`;
  return <img className="icon-shown" src={source} alt="" onError={() => setIsMissing(true)} />;
}

/** Chooses the cover, of the images of the change request or by an address. */
function Cover({ fields, onChange, ...place }: AttributesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="cover" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words.cover}</summary>
      {isOpen && (
        <FilesRead {...place}>
          {(files) => {
            const images = files.filter(({ contentType }) => contentType.startsWith('image/'));
            return (
              <div className="attributes">
                {(['cover', 'coverDark'] as const).map((name) => (
                  <Image
                    key={name}
                    label={words[name]}
                    images={images}
                    value={fields[name]}
                    onChange={(value) => onChange({ [name]: value })}
                  />
                ))}
                <label>
                  {words.coverY}
                  <input
                    type="number"
                    step="any"
                    value={fields.coverY}
                    onChange={({ target }) => onChange({ coverY: target.value })}
                  />
                </label>
              </div>
            );
          }}
        </FilesRead>
      )}
    </details>
  );
}

interface ImageProps {
  readonly label: string;
  readonly images: readonly { readonly fileId: string; readonly name: string; readonly downloadUrl: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const elsewhere = 'https://';

function Image({ label, images, value, onChange }: ImageProps) {
  const chosen = images.find(({ fileId }) => fileId === value);
  const isElsewhere = value !== '' && isAddress(value);
  // A file beyond those that were read stays what it is.
  const isOther = value !== '' && !isElsewhere && !chosen;
  return (
    <div>
      <label>
        {label}
        <select value={isElsewhere ? elsewhere : value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{words.noImage}</option>
          {images.map(({ fileId, name }) => (
            <option key={fileId} value={fileId}>
              {name}
            </option>
          ))}
          {isOther && <option value={value}>{value}</option>}
          <option value={elsewhere}>{words.ownAddress}</option>
        </select>
      </label>
      {isElsewhere && (
        <label>
          {words.addressOfImage}
          <input
            type="url"
            required
            maxLength={2048}
            value={value}
            onChange={({ target }) => onChange(target.value || elsewhere)}
          />
        </label>
      )}
      {chosen && <img className="cover-shown" src={chosen.downloadUrl} alt="" />}
    </div>
  );
}
