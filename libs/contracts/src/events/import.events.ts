import { type DataOf, eventType } from '../event-type.js';
import { integer, oneOf, optoutListId, reference, time } from '../shapes.js';

const importReference = reference('The import');
const about = (description: string) => ({ description, subject: '`importReference` of the import' });

export const importRequested = eventType(
  'import-requested',
  about('An uploaded file has arrived and waits to be planned.'),
  { importReference, optoutListId: optoutListId('The list that it goes to') },
);
export type ImportRequested = DataOf<typeof importRequested>;

export const importRangeRequested = eventType(
  'import-range-requested',
  about('One byte range of the file is to be read.'),
  { importReference, range: integer('Number of the range, from 0') },
);
export type ImportRangeRequested = DataOf<typeof importRangeRequested>;

export const importSliceRequested = eventType(
  'import-slice-requested',
  about('One slice of the key space is to be sorted and written.'),
  { importReference, slice: integer('Number of the slice, from 0') },
);
export type ImportSliceRequested = DataOf<typeof importSliceRequested>;

export const importFinished = eventType('import-finished', about('An import has ended, well or badly.'), {
  importReference,
  optoutListId: optoutListId('The list that it went to'),
  status: oneOf(['success', 'failed'], 'How it ended'),
  submittedCount: integer('Lines that were not blank'),
  addedCount: integer('Opt-outs that the list did not have'),
  malformedCount: integer('Lines that are no opt-outs'),
  finishedAt: time('When'),
});
export type ImportFinished = DataOf<typeof importFinished>;
