/** A text in lower case, without accents and vowel marks and with i for the dotless ı, as the search of the database compares it. */
export const foldText = (text: string): string =>
	// Without the locale of the browser: in Turkish, I becomes ı.
	text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
