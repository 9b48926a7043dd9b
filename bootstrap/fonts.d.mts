/** The font of one high, invisible glyph, which share cards measure with. @returns the same bytes at any time */
export function drawStrut(): Promise<Buffer>
