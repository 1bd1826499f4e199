import { ValidateBy } from 'class-validator';

/** At most 64 characters and at most 64 bytes of UTF-8, the bounds of a reference that is captured. */
export function MetadataText(): PropertyDecorator {
  return ValidateBy({
    name: 'metadataText',
    validator: {
      // 64 bytes never hold more than 64 characters.
      validate: (value) => typeof value === 'string' && Buffer.byteLength(value) <= 64,
      defaultMessage: () => 'must be a text of at most 64 characters and at most 64 bytes of UTF-8',
    },
  });
}
