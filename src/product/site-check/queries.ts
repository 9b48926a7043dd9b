import { sql } from '#platform/pg/sql.ts'

/** A row when the caller is a member of the wall's space. */
export const findWall = (id: string) => sql`select id from public.walls where id = ${id}`
