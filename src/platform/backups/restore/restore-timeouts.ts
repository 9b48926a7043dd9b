/** Recovery of a restored database may read days of WAL; a failed start is not repeated. */
export const restoreTimeouts = { recovering: 6 * 3_600_000, starts: 1 }
