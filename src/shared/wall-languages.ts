/** The languages in which the words around testimonials are spoken; any other gives English. */
export const wallLanguages = ['en', 'ar', 'de', 'es', 'fr'] as const
export type WallLanguage = (typeof wallLanguages)[number]
