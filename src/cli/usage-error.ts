/** The command was called with the wrong words; its help is printed. */
export class UsageError extends Error {}
