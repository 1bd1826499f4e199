export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that an Accept-Language header (RFC 9110, section 12.5.4) likes best of ours; English where it likes none. Regions don't matter: `de-AT` is German. */
export function languageFor(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map(readWish)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wishes) {
    const ours = LANGUAGES.find((one) => one === language);
    if (ours) return ours;
    if (language === '*') return 'en';
  }
  return 'en';
}

function readWish(text: string): { language: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { language: range.split('-')[0]!, quality: Number.isFinite(quality) ? quality : 0 };
}
