/** True when browsers become slow with a pasted text, in a field that grows with its text. */
export const isLongPaste = (text: string): boolean => text.length > 20_000
