/** The formats that schemas of our answers name, as ajv takes them. One that isn't here is an error of the schema, so none goes unchecked. */
const URI_REFERENCE = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

export const answerFormats: Record<string, RegExp | ((text: string) => boolean)> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uri: (text) => URI_REFERENCE.test(text) && URL.canParse(text),
  'uri-reference': URI_REFERENCE,
  'idn-email': /^[^\s@]+@[^\s@]+$/,
};
