import type { BrandStateDto } from './brand-state.dto.js';

/** UUIDs come in any letter case, and are kept and compared in lower case. */
export function withLowerCaseIds(brand: BrandStateDto): BrandStateDto {
  const { id, esps, unsubscribeHandling: handling } = brand;
  return {
    ...brand,
    id: id?.toLowerCase(),
    esps: esps.map((esp) => ({ ...esp, id: esp.id.toLowerCase() })),
    unsubscribeHandling:
      handling.type === 'Deploy' && handling.unsubscribePageId !== undefined
        ? { ...handling, unsubscribePageId: handling.unsubscribePageId.toLowerCase() }
        : handling,
  };
}
