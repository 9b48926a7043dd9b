/** Longer side of stored pictures, in pixels; browsers scale down to it before they send. */
export const maxPictureSide = { photo: 2048, avatar: 512 } as const
