/** Objects made from here on are the operator's own: OWN_TABLES_GRANT then applies in `public`, too. */
export const enterOwnTables = "set local plaudit.own_tables = 'on'"
/** A script may have become another role. */
export const becomeOwner = 'reset session authorization; reset role'
export const readApplied = 'select name, checksum from plaudit.own_migrations order by name'
export const recordApplied = 'insert into plaudit.own_migrations (name, checksum) values ($1, $2)'
