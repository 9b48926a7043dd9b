import { sql } from '#platform/pg/sql.ts'

/** Adds the changes that triggers noted to the counts; how many there were. */
export const foldCounts = () => sql`select private.fold_counts() as folded`

/** The space whose counts are compared next; null when all were within so many seconds. */
export const nextCountCheck = (seconds: number) => sql`select private.next_count_check(${seconds}) as space`

/** Compares the counts of a space with its rows; how many were wrong and are mended. */
export const checkCounts = (space: string) => sql`select private.check_counts(${space}) as wrong`
