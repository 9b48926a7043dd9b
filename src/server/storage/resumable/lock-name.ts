/** Name of the lock that the writer of an upload holds. */
export const lockName = (id: string) => `upload:${id}`
