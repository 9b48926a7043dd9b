/** A file that cannot be imported at all; the message is for the member who sent it. */
export class FileRefused extends Error {}

/** Limits of one file, from the settings. */
export type FileLimits = { bytes: number; rows: number; columns: number }
