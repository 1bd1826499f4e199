/** The fields of a record of CSV (RFC 4180). A quote that isn't closed, or stands within an unquoted field, makes it undefined. */
export function csvFields(record: string): string[] | undefined {
  if (!record.includes('"')) return record.split(',');
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  for (;;) {
    const match = field.exec(record);
    if (!match) return undefined;
    fields.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (match[3] === '') return fields;
  }
}
