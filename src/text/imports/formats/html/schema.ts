import { type Options } from 'rehype-sanitize';
import { colorClass } from './colors.ts';

const keptNames =
  'address article aside center dialog fieldset form header hgroup legend main ' +
  'a b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ' +
  'input ins kbd li mark ol p pre q s samp section span strike strong sub summary sup table tbody td tfoot th ' +
  'thead tr tt u ul var';

const strippedNames =
  'applet audio button canvas embed footer frame frameset head iframe math nav noembed noframes ' +
  'noscript object option plaintext script select style svg template textarea title video xmp';

/** Sanitizer schema: allows text, structure, http(s) and relative URLs, but no active content. */
export const htmlSchema: Options = {
  tagNames: keptNames.split(' '),
  attributes: {
    a: ['href'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    div: [['align', 'center', 'right']],
    img: ['src', 'alt', ['width', /^\d{2,3}$/]],
    input: [['type', 'checkbox'], 'checked', ['disabled', true]],
    mark: [['className', colorClass]],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  required: { input: { type: 'checkbox', disabled: true } },
  // Removed with their content. Other unknown elements are replaced by their children.
  strip: strippedNames.split(' '),
  allowComments: false,
  allowDoctypes: false,
};
