/** Pixels along the longer side that are kept of a visitor's picture; a browser need not send more. */
export const longestSide = { photo: 2048, avatar: 512 } as const
