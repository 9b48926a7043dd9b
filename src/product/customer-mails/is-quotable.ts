/** What mail programs make a link of: a scheme, `www.`, a dotted name in any script, or the four numbers of an address. */
const webAddress = /[a-z]+:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2,}|\d\.\d+\.\d+\.\d/iu

/** Whether a mail may contain words as their submitter typed them. Anyone can type any address into a form, so words that lead elsewhere are left out. */
export function isQuotable(words: string): boolean {
	return words.trim() !== '' && !webAddress.test(words)
}
