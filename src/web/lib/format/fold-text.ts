/** A text in lower case, without accents and vowel marks, as the search of the database compares it. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
