/** A DATABASE_URL that cannot be used, with one line of advice. It never contains the password. */
export class DatabaseUrlError extends Error {}
