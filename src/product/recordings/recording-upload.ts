/** The bucket of recordings; docs/collecting.md explains what is kept in it. */
export const recordingsBucket = 'recordings'

/** Seconds for which an upload may be made and sent. */
export const uploadSeconds = 86_400

/** Name of the object until its testimonial is sent; private.lock_upload expects it. */
export const unsentName = (upload: string) => `unsent/${upload}`

/** Recordings that one network may have uploaded without sending them, as a multiple of the largest file. */
export const maxUnsentFiles = 10
